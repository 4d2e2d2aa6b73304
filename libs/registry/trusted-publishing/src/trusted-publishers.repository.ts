import { Injectable } from '@nestjs/common';
import {
  isUniqueViolation,
  Repository,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import { TrustedPublisher } from './trusted-publisher.entity.js';
import { TrustedPublisherExists } from './trusted-publishing.errors.js';

@Injectable()
export class TrustedPublishersRepository extends Repository {
  /** @throws TrustedPublisherExists */
  async insert(scope: TransactionScope, one: TrustedPublisher): Promise<void> {
    try {
      await this.manager(scope).insert(TrustedPublisher, one);
    } catch (error) {
      throw isUniqueViolation(error) ? new TrustedPublisherExists() : error;
    }
  }

  /** Of a publisher, oldest first. */
  async list(scope: StatementScope, publisherId: string): Promise<TrustedPublisher[]> {
    return this.rows<TrustedPublisher>(
      scope,
      'select * from trusted_publishers where publisher_id = $1 order by created_at, id',
      [publisherId],
    );
  }

  async listOfRepository(
    scope: StatementScope,
    issuer: string,
    repositoryId: string,
  ): Promise<TrustedPublisher[]> {
    return this.rows<TrustedPublisher>(
      scope,
      'select * from trusted_publishers where issuer = $1 and repository_id = $2 order by created_at, id',
      [issuer, repositoryId],
    );
  }

  /** Holds it until the transaction ends, so that it is not removed meanwhile. */
  async hold(scope: TransactionScope, id: string): Promise<boolean> {
    return this.hasRow(scope, 'select id from trusted_publishers where id = $1 for no key update', [id]);
  }

  /** @returns what was deleted. */
  async delete(
    scope: TransactionScope,
    publisherId: string,
    id: string,
  ): Promise<TrustedPublisher | undefined> {
    return this.row<TrustedPublisher>(
      scope,
      'delete from trusted_publishers where publisher_id = $1 and id = $2 returning *',
      [publisherId, id],
    );
  }

  async noteUse(scope: TransactionScope, id: string, repository: string): Promise<void> {
    await this.manager(scope).update(TrustedPublisher, { id }, { repository, lastUsedAt: this.clock.now() });
  }
}
