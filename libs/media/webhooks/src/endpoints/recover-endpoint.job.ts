import { TransactionRunner } from '#libs/platform/database';
import { NO_TRANSACTION } from '#libs/platform/database';
import { done, type Job, JobHandler, type JobOutcome, JobQueue } from '#libs/platform/queue';
import { TaskHistory } from '#libs/media/work';
import { DeliveriesRepository } from '../deliveries.repository.js';
import { DeliverWebhooksJob, deliverJob } from '../jobs/deliver-webhooks.job.js';
import { WebhookMessages } from '../webhook-messages.js';
import { EndpointsRepository } from './endpoints.repository.js';

/** Tasks of one run; their changes commit together with the job of the next run. */
const BATCH = 100;
/** Between two batches, so that other webhooks are sent too. */
const PAUSE_SECONDS = 0.5;

/** What to send again; times as ISO text. */
export type Recovery = {
  endpointId: string;
  since: string;
  /** Changes before this time: those during the recovery are sent anyway. */
  until: string;
  undeliveredOnly: boolean;
  afterTaskId?: string;
};

/** Sends an endpoint every change since a given time, batch by batch, whether or not it was sent before. */
@JobHandler({ name: 'webhooks.recover', maxAttempts: 10, concurrency: 2 })
export class RecoverEndpointJob implements Job<Recovery> {
  constructor(
    private readonly endpoints: EndpointsRepository,
    private readonly history: TaskHistory,
    private readonly messages: WebhookMessages,
    private readonly deliveries: DeliveriesRepository,
    private readonly queue: JobQueue,
    private readonly transactions: TransactionRunner,
  ) {}

  async run(recovery: Recovery): Promise<JobOutcome> {
    const { endpointId, undeliveredOnly, afterTaskId } = recovery;
    const endpoint = await this.endpoints.find(NO_TRANSACTION, endpointId);
    if (!endpoint || endpoint.disabledAt) return done();
    const { changes, lastTaskId } = await this.history.changesOf(endpoint.userId, {
      since: new Date(recovery.since),
      until: new Date(recovery.until),
      afterTaskId,
      limit: BATCH,
    });
    const messages = this.messages.toEndpoint(endpoint, changes);
    await this.transactions.run(async (scope) => {
      if (messages.length > 0) {
        await this.deliveries.insert(scope, messages);
        const chains = await this.deliveries.sendAgain(scope, messages, undeliveredOnly);
        await this.queue.enqueueMany(scope, DeliverWebhooksJob, chains.map(deliverJob));
      }
      if (lastTaskId === undefined) return;
      const next = { ...recovery, afterTaskId: lastTaskId };
      await this.queue.enqueue(scope, RecoverEndpointJob, next, {
        key: endpointId,
        afterSeconds: PAUSE_SECONDS,
      });
    });
    return done();
  }
}
