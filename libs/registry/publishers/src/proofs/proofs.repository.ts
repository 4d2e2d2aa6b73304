import { Injectable } from '@nestjs/common';
import {
  isUniqueViolation,
  Repository,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import { ProofExists } from '../publisher.errors.js';
import { type ProofResult, PublisherProof } from './publisher-proof.entity.js';

@Injectable()
export class ProofsRepository extends Repository {
  /** @throws ProofExists when the publisher has one of the same subject. */
  async insert(scope: TransactionScope, proof: PublisherProof): Promise<void> {
    try {
      await this.manager(scope).insert(PublisherProof, proof);
    } catch (error) {
      throw isUniqueViolation(error) ? new ProofExists() : error;
    }
  }

  async find(
    scope: StatementScope,
    publisherId: string,
    proofId: string,
  ): Promise<PublisherProof | undefined> {
    return this.row<PublisherProof>(
      scope,
      'select * from publisher_proofs where publisher_id = $1 and id = $2',
      [publisherId, proofId],
    );
  }

  /** Oldest first. */
  async list(scope: StatementScope, publisherId: string): Promise<PublisherProof[]> {
    return this.rows<PublisherProof>(
      scope,
      'select * from publisher_proofs where publisher_id = $1 order by created_at, id',
      [publisherId],
    );
  }

  /** Verified proofs that were not checked since a time, longest ago first. */
  async listDue(scope: StatementScope, before: Date, limit: number): Promise<PublisherProof[]> {
    return this.rows<PublisherProof>(
      scope,
      `select * from publisher_proofs
        where status = 'verified' and method <> 'trusted_publishing' and checked_at < $1 order by checked_at limit $2`,
      [before, limit],
    );
  }

  async update(scope: TransactionScope, proofId: string, result: ProofResult): Promise<void> {
    await this.manager(scope).update(PublisherProof, { id: proofId }, result);
  }

  async delete(scope: TransactionScope, proofId: string): Promise<void> {
    await this.manager(scope).delete(PublisherProof, { id: proofId });
  }
}
