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
  type Task,
  TasksService,
  type UrlInput,
} from '#libs/media/work';
import type { Principal } from '#libs/platform/http';
import type { MediaWork } from './media-provider.js';
import { MediaProviders, type WorkToGive } from './media-providers.js';

/** What the price and the length of a task depend on. */
export type PricedWork = {
  basis: PriceBasis;
  /** @throws NoPrice when it is not on sale. */
  price: () => number;
  work?: Omit<WorkToGive & MediaWork, 'kind'> | undefined;
};

/** An endpoint whose requests start tasks of a kind, and are quoted. */
export type MediaEndpoint<Request extends object> = Omit<Quoter<Request>, 'quote'> & {
  /** @throws InvalidRequest as the endpoint would. */
  workOf(request: Request): PricedWork;
};

/** A task to be started, of a request that is good. */
export type NewMediaTask = PricedWork &
  Pick<NewTask, 'kind' | 'priority' | 'isLast' | 'isQueued'> & {
    inputs?: readonly MediaInput[];
    /** A URL that is called; it is checked with the inputs. */
    callback?: UrlInput | undefined;
    /** The request as the task keeps it, with the reference of each input. */
    request(references: readonly string[]): Record<string, unknown>;
  };

/** The one way to start and to price the tasks of all areas. */
@Injectable()
export class MediaTasks {
  constructor(
    private readonly tasks: TasksService,
    private readonly inputs: MediaInputs,
    private readonly quoters: Quoters,
    private readonly providers: MediaProviders,
  ) {}

  /** Has the requests of an endpoint quoted. */
  quoteFor<Request extends object>({ workOf, ...endpoint }: MediaEndpoint<Request>): void {
    const { kind } = endpoint;
    this.quoters.register({ ...endpoint, quote: (request: Request) => this.quote(kind, workOf(request)) });
  }

  /**
   * Starts a task, or finds the one of an earlier run of the request whose reply was lost. The first error is that of the
   * caller's place, then of the request, then there is no vendor, then no price, and then an input is refused.
   * @param prepare Checks the request as far as its class does not.
   * @throws As `TasksService.admit`, `prepare`, `MediaProviders.choose`, the price, the quote, `MediaInputs.keep` and
   *   `TasksService.submit`; nothing is stored then.
   */
  async start(
    principal: Principal | undefined,
    given: GivenQuote | undefined,
    prepare: () => NewMediaTask | Promise<NewMediaTask>,
  ): Promise<Task> {
    const before = await this.tasks.admit(principal);
    if (before) return before;
    const { basis, price, work, inputs = [], callback, request, ...task } = await prepare();
    const provider = this.providers.choose({ kind: task.kind, ...work });
    const { basis: _, ...costs } = this.quote(task.kind, { basis, price, work }, given);
    const id = uuidv7();
    const references = await this.inputs.keep(principal, id, inputs, callback ? [callback] : []);
    const made = { id, provider: provider.name, callbackUrl: callback?.url, request: request(references) };
    return this.tasks.submit(principal, { ...task, ...costs, ...made }, provider.job);
  }

  private quote(kind: string, { basis, price, work }: PricedWork, given?: GivenQuote): Quote {
    const credits = given?.creditsFor(kind, basis) ?? price();
    return { credits, basis, ...this.providers.estimate({ kind, ...work }) };
  }
}
