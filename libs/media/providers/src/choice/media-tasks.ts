import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import {
  type GivenQuote,
  type MediaInput,
  MediaInputs,
  type NewTask,
  type PriceBasis,
  type Quote,
  type Quoter,
  Quoters,
  SENT_FIELDS,
  type Task,
  TasksService,
  type UrlInput,
} from '#libs/media/work';
import type { Principal } from '#libs/platform/http';
import type { MediaWork, WorkToGive } from './media-provider.js';
import { MediaProviders } from './media-providers.js';

export type PricedWork = {
  basis: PriceBasis;
  /** @throws NoPrice when it is not for sale. */
  price: () => number;
  work?: Omit<WorkToGive & MediaWork, 'kind'> | undefined;
};

/** An endpoint whose requests start tasks and can be quoted. */
export type MediaEndpoint<Request extends object> = Omit<Quoter<Request>, 'quote'> & {
  /** @throws InvalidRequest as the endpoint would. */
  workOf(request: Request): PricedWork & { kind: string };
};

export type NewMediaTask = PricedWork &
  Pick<NewTask, 'kind' | 'priority' | 'isLast' | 'isQueued'> & {
    inputs?: readonly MediaInput[];
    /** The fields that the caller sent, by `sentFields`; a vendor gets these only. */
    sent: readonly string[];
    /** A callback URL, checked together with the inputs. */
    callback?: UrlInput | undefined;
    /** The request as the task keeps it, with the reference of each input. */
    request(references: readonly string[]): Record<string, unknown>;
  };

/** The only way to start and to price tasks, for all areas. */
@Injectable()
export class MediaTasks {
  constructor(
    private readonly tasks: TasksService,
    private readonly inputs: MediaInputs,
    private readonly quoters: Quoters,
    private readonly providers: MediaProviders,
  ) {}

  quoteFor<Request extends object>({ workOf, ...endpoint }: MediaEndpoint<Request>): void {
    this.quoters.register({ ...endpoint, quote: (request: Request) => this.quote(workOf(request)) });
  }

  /**
   * Starts a task, or finds the one that an earlier run of the request started when its reply was lost. Errors are
   * checked in this order: the caller's limits, the request, an available vendor, the price, the inputs.
   * @param prepare Checks the request beyond what its class checks.
   * @throws As `TasksService.admit`, `prepare`, `MediaProviders.choose`, the price, the quote, `MediaInputs.keep` and
   * `TasksService.submit`; nothing is stored then.
   */
  async start(
    principal: Principal | undefined,
    given: GivenQuote | undefined,
    prepare: () => NewMediaTask | Promise<NewMediaTask>,
  ): Promise<Task> {
    const before = await this.tasks.admit(principal);
    if (before) return before;
    const { basis, price, work, inputs = [], sent, callback, request, ...task } = await prepare();
    const provider = this.providers.choose({ kind: task.kind, ...work });
    const quote = this.quote({ kind: task.kind, basis, price, work }, given);
    const { basis: _, ...costs } = quote;
    const id = uuidv7();
    const references = await this.inputs.keep(principal, id, inputs, callback ? [callback] : []);
    const kept = { ...request(references), [SENT_FIELDS]: sent };
    const made = { id, provider: provider.name, callbackUrl: callback?.url, request: kept };
    return this.tasks.submit(principal, { ...task, ...costs, ...made }, provider.job);
  }

  private quote({ kind, basis, price, work }: PricedWork & { kind: string }, given?: GivenQuote): Quote {
    const credits = given?.creditsFor(kind, basis) ?? price();
    return { kind, credits, basis, ...this.providers.estimate({ kind, ...work }) };
  }
}
