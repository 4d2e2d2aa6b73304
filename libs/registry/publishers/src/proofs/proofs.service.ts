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
import { type ProofMethod, type PublisherProof, resultOfCheck } from './publisher-proof.entity.js';

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
    method: ProofMethod,
    text: string,
  ): Promise<PublisherProof> {
    await this.rights.requireOwned(NO_TRANSACTION, principal, publisherId);
    const read = readSubject(method, text);
    if (read.subject === undefined) throw invalidFields([`subject ${read.problem}`]);
    const proof: PublisherProof = {
      id: uuidv7(),
      publisherId,
      method,
      subject: read.subject,
      secret: randomBytes(SECRET_BYTES).toString('base64url'),
      status: 'pending',
      reason: '',
      failures: 0,
      checkedAt: null,
      verifiedAt: null,
      createdAt: this.clock.now(),
    };
    return this.transactions.run(async (scope) => {
      await this.publishers.requireLocked(scope, publisherId);
      const { length } = await this.proofs.list(scope, publisherId);
      if (length >= PROOFS_MAX) throw new ProofLimitReached(`A publisher may have ${PROOFS_MAX} proofs.`);
      await this.proofs.insert(scope, proof);
      return proof;
    });
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

  /** @returns undefined when the proof was removed meanwhile. */
  private async look(
    actor: Actor,
    { id, publisherId, ...proof }: PublisherProof,
  ): Promise<PublisherProof | undefined> {
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
