import { Logger } from '@nestjs/common';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { DomainError } from '#libs/platform/errors';
import { again, done, type Job, JobHandler, type JobOutcome, type JobRun } from '#libs/platform/queue';
import { NodeModeration } from '../../node-moderation.js';
import type { BulkAct } from '../bulk-act.entity.js';
import { BulkActsRepository } from '../bulk-acts.repository.js';

/** Changed in one run of the job, so that other jobs get their turn. */
const BATCH = 50;

/** Does a bulk act, node by node. After a crash it goes on with those that are not settled. */
@JobHandler({ name: 'nodes.bulk-act', maxAttempts: 10, concurrency: 1 })
export class RunBulkActJob implements Job<{ bulkActId: string }> {
  private readonly logger = new Logger(RunBulkActJob.name);

  constructor(
    private readonly acts: BulkActsRepository,
    private readonly moderation: NodeModeration,
    private readonly transactions: TransactionRunner,
  ) {}

  async run({ bulkActId }: { bulkActId: string }, { signal }: JobRun): Promise<JobOutcome> {
    const act = await this.acts.find(NO_TRANSACTION, bulkActId);
    if (!act || act.endedAt !== null) return done();
    const nodeIds = await this.acts.listPending(NO_TRANSACTION, bulkActId, BATCH);
    for (const nodeId of nodeIds) {
      if (signal.aborted) return again({ afterSeconds: 0 });
      // A node that cannot be changed must not stop the others. Without a database this fails, too, and the job runs again.
      await this.change(act, nodeId).catch((error: unknown) => this.fail(bulkActId, nodeId, error));
    }
    if (nodeIds.length === BATCH) return again({ afterSeconds: 0 });
    await this.acts.end(NO_TRANSACTION, bulkActId, '');
    return done();
  }

  async onDead({ bulkActId }: { bulkActId: string }): Promise<void> {
    await this.acts.end(NO_TRANSACTION, bulkActId, 'The service could not go on; start it again.');
  }

  /** The act and its mark are one transaction, so that no node is changed twice. */
  private async change({ id, act, reason, requestedBy, tokenId }: BulkAct, nodeId: string): Promise<void> {
    const actor = { userId: requestedBy, ...(tokenId === null ? {} : { tokenId }) };
    await this.transactions.run(async (scope) => {
      const node = await this.acts.holdNode(scope, act, nodeId);
      const problem = node ? null : 'It has changed since the preview.';
      const isPending = await this.acts.settle(scope, id, nodeId, problem);
      if (node && isPending) await this.moderation.act(scope, actor, node, act, reason);
    });
  }

  private async fail(id: string, nodeId: string, error: unknown): Promise<void> {
    this.logger.error({ err: error, nodeId }, 'A node of a bulk act could not be changed');
    const problem = error instanceof DomainError ? error.message : 'It could not be changed.';
    await this.acts.settle(NO_TRANSACTION, id, nodeId, problem);
  }
}
