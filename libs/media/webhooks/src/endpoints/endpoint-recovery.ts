import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION } from '#libs/platform/database';
import { invalidFields, type Principal } from '#libs/platform/http';
import { JobQueue } from '#libs/platform/queue';
import { RecoveryUnderWay } from '../webhook.errors.js';
import { EndpointsService } from './endpoints.service.js';
import { RecoverEndpointJob } from './recover-endpoint.job.js';

/** Older attempts and outputs are rarely needed; a longer time would be many requests. */
const RECOVERY_MAX_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

@Injectable()
export class EndpointRecovery {
  constructor(
    private readonly endpoints: EndpointsService,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** @throws As `EndpointsService.requireActive`, InvalidRequest for the time, RecoveryUnderWay when one is running. */
  async begin(
    principal: Principal,
    endpointId: string,
    { since, undeliveredOnly }: { since: Date; undeliveredOnly: boolean },
  ): Promise<void> {
    const until = this.clock.now();
    if (since > until) throw invalidFields(['since must not be in the future']);
    if (since < this.clock.in(-RECOVERY_MAX_DAYS * DAY_MS))
      throw invalidFields([`since must be within the last ${RECOVERY_MAX_DAYS} days`]);
    await this.endpoints.requireActive(principal, endpointId);
    const [isFree] = await this.queue.listWithoutJob(RecoverEndpointJob, [endpointId]);
    if (isFree === undefined) throw new RecoveryUnderWay();
    const recovery = { endpointId, since: since.toISOString(), until: until.toISOString(), undeliveredOnly };
    await this.queue.enqueue(NO_TRANSACTION, RecoverEndpointJob, recovery, { key: endpointId });
  }
}
