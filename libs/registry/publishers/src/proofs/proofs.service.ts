import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { type Actor, AuditLog } from '#libs/accounts/audit';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { invalidFields, type Principal } from '#libs/platform/http';
import { ProofLimitReached, ProofNotFound } from '../publisher.errors.js';
import { PublisherRights } from '../publisher-rights.js';
import { PublishersService } from '../publishers.service.js';
import { ProofLookup } from './proof-lookup.js';
import { readSubject } from './proof-subject.js';
import { ProofsRepository } from './proofs.repository.js';
import { type ChallengeMethod, type PublisherProof, resultOfCheck } from './publisher-proof.entity.js';

const PROOFS_MAX = 20;
const SECRET_BYTES = 24;

/** Proofs that a domain or a repository is the publisher's. */
@Injectable()
export class ProofsService {
  constructor(
    private readonly proofs: ProofsRepository,
    private readonly lookup: ProofLookup,
    private readonly rights: PublisherRights,
    private readonly publishers: PublishersService,
    private readonly transactions: TransactionRunner,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws what `PublisherRights.requireMembersView` throws. */
  async list(principal: Principal, publisherId: string): Promise<PublisherProof[]> {
    await this.rights.requireMembersView(principal, publisherId);
    return this.proofs.list(NO_TRANSACTION, publisherId);
  }

  /** @throws InvalidRequest, ProofLimitReached, ProofExists, and what `PublisherRights.requireOwned` throws. */
  async create(
    principal: Principal,
    publisherId: string,
    method: ChallengeMethod,
    text: string,
  ): Promise<PublisherProof> {
    await this.rights.requireOwned(NO_TRANSACTION, principal, publisherId);
    const read = readSubject(method, text);
    if (read.subject === undefined) throw invalidFields([`subject ${read.problem}`]);
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const proof = this.pending({ publisherId, method, subject: read.subject, secret });
    return this.transactions.run(async (scope) => {
      await this.publishers.requireLocked(scope, publisherId);
      const { length } = await this.proofs.list(scope, publisherId);
      if (length >= PROOFS_MAX) throw new ProofLimitReached(`A publisher may have ${PROOFS_MAX} proofs.`);
      await this.proofs.insert(scope, proof);
      return proof;
    });
  }

  /**
   * Notes that a CI job of a repository has acted for the publisher, which proves the repository.
   * @param former Address of the repository when it was last seen.
   */
  async noteTrusted(
    scope: TransactionScope,
    publisherId: string,
    subject: string,
    former: string,
  ): Promise<void> {
    await this.publishers.requireLocked(scope, publisherId);
    if (former !== subject) await this.withdraw(scope, { userId: null }, publisherId, former);
    const proofs = await this.proofs.list(scope, publisherId);
    const known = proofs.find((one) => one.method === 'trusted_publishing' && one.subject === subject);
    if (!known && proofs.length >= PROOFS_MAX) return;
    const proof = known ?? this.pending({ publisherId, method: 'trusted_publishing', subject, secret: '' });
    if (!known) await this.proofs.insert(scope, proof);
    await this.proofs.update(scope, proof.id, resultOfCheck(proof, undefined, this.clock.now()));
    if (proof.status !== 'verified') await this.mark(scope, { userId: null }, proof, true, '');
  }

  /** Removes the proof that trusted publishing gave, if there is one. The publisher need not be locked. */
  async withdraw(scope: TransactionScope, actor: Actor, publisherId: string, subject: string): Promise<void> {
    await this.publishers.requireLocked(scope, publisherId);
    const proofs = await this.proofs.list(scope, publisherId);
    const known = proofs.find((one) => one.method === 'trusted_publishing' && one.subject === subject);
    if (!known) return;
    await this.proofs.delete(scope, known.id);
    await this.mark(scope, actor, known, false, 'No workflow of the repository is trusted under this name.');
  }

  /** Looks now. @throws ProofNotFound, and what `PublisherRights.requireOwned` throws. */
  async check(principal: Principal, publisherId: string, proofId: string): Promise<PublisherProof> {
    await this.rights.requireOwned(NO_TRANSACTION, principal, publisherId);
    const proof = await this.proofs.find(NO_TRANSACTION, publisherId, proofId);
    const checked = proof && (await this.look(principal, proof));
    if (!checked) throw new ProofNotFound();
    return checked;
  }

  /** Removes a proof, and its mark. @throws ProofNotFound, and what `PublisherRights.requireOwned` throws. */
  async delete(principal: Principal, publisherId: string, proofId: string): Promise<void> {
    await this.rights.requireOwned(NO_TRANSACTION, principal, publisherId);
    await this.transactions.run(async (scope) => {
      await this.publishers.requireLocked(scope, publisherId);
      const proof = await this.proofs.find(scope, publisherId, proofId);
      if (!proof) throw new ProofNotFound();
      await this.proofs.delete(scope, proofId);
      if (proof.status === 'verified')
        await this.mark(scope, principal, proof, false, 'Removed by an owner.');
    });
  }

  /**
   * Checks verified proofs again whose last check was before a time, longest ago first.
   * @returns how many there were, at most `limit`.
   */
  async checkAgain(before: Date, limit: number): Promise<number> {
    const due = await this.proofs.listDue(NO_TRANSACTION, before, limit);
    await Promise.all(due.map((proof) => this.look({ userId: null }, proof)));
    return due.length;
  }

  private pending(
    given: Pick<PublisherProof, 'publisherId' | 'method' | 'subject' | 'secret'>,
  ): PublisherProof {
    return {
      id: uuidv7(),
      ...given,
      status: 'pending',
      reason: '',
      failures: 0,
      checkedAt: null,
      verifiedAt: null,
      createdAt: this.clock.now(),
    };
  }

  /** @returns undefined when the proof was removed meanwhile. */
  private async look(
    actor: Actor,
    { id, publisherId, ...proof }: PublisherProof,
  ): Promise<PublisherProof | undefined> {
    if (proof.method === 'trusted_publishing') return { id, publisherId, ...proof };
    const problem = await this.lookup.findProblem(proof);
    return this.transactions.run(async (scope) => {
      if (!(await this.publishers.findLocked(scope, publisherId))) return undefined;
      const before = await this.proofs.find(scope, publisherId, id);
      if (!before) return undefined;
      const result = resultOfCheck(before, problem, this.clock.now());
      await this.proofs.update(scope, id, result);
      const isVerified = result.status === 'verified';
      if (isVerified !== (before.status === 'verified'))
        await this.mark(scope, actor, before, isVerified, result.reason);
      return { ...before, ...result };
    });
  }

  /** Shows or removes the mark of a proof, whose publisher is locked. */
  private async mark(
    scope: TransactionScope,
    actor: Actor,
    { publisherId, method, subject }: PublisherProof,
    isVerified: boolean,
    reason: string,
  ): Promise<void> {
    const marks = (await this.proofs.list(scope, publisherId)).flatMap((proof) =>
      proof.status === 'verified' && proof.verifiedAt
        ? [{ method: proof.method, subject: proof.subject, verifiedAt: proof.verifiedAt.toISOString() }]
        : [],
    );
    await this.publishers.setVerified(scope, publisherId, marks);
    await this.audit.record(
      scope,
      actor,
      isVerified ? 'publisher.prove' : 'publisher.lose_proof',
      publisherId,
      isVerified ? { after: { method, subject } } : { reason, before: { method, subject } },
    );
  }
}
