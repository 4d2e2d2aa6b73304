import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { InvalidSettings } from '#libs/platform/config';
import { invalidFields } from '#libs/platform/http';
import { type Task, TaskPaces } from '#libs/media/work';
import { KnownProviders } from './known-providers.js';
import type { MediaProvider, MediaWork, WorkToGive } from './media-provider.js';
import { doesOffer, workOf } from './offered-work.js';
import { ProvidersSettings } from './providers.settings.js';
import type { OfferedModel } from '../terms/model-kinds.js';
import type { VendorOffer } from '../terms/upstream-options.js';
import { toCompare } from '../terms/vendor-cost.js';
import type { UpstreamClient } from '../upstream/upstream-client.js';
import { type Candidate, inOrderOfChoice } from '../vendors/vendor-order.js';
import { VendorStates } from '../vendors/vendor-states.js';
import { NoVendorAvailable } from './providers.errors.js';

/** Of a picture whose size is not known when vendors are compared. */
const USUAL_MEGAPIXELS = 1;

/** How long a work takes, in whole seconds. */
export type WorkTime = {
  /** As its provider predicts. */
  predictedSeconds: number;
  /** At the pace of its recent tasks. */
  estimatedSeconds: number;
};

/** Chooses the provider of a task, among those that are known. */
@Injectable()
export class MediaProviders implements OnModuleInit, OnApplicationBootstrap {
  private readonly logger = new Logger(MediaProviders.name);

  constructor(
    private readonly known: KnownProviders,
    private readonly settings: ProvidersSettings,
    private readonly states: VendorStates,
    private readonly paces: TaskPaces,
  ) {}

  /** @throws InvalidSettings when the settings do not decide between several paid providers of a kind. */
  onModuleInit(): void {
    const problems = [...this.known.byKind()].flatMap(([kind, providers]) => {
      const [first, second] = this.inOrder(
        providers.filter((provider) => !isRanked(provider)),
        { kind },
      );
      if (!first || !second || this.rank(first) !== this.rank(second)) return [];
      return [`PREFERRED_PROVIDERS must name ${first.name} or ${second.name}: both offer ${kind}`];
    });
    if (problems.length > 0) throw new InvalidSettings(problems);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.followStates();
    this.warnOfMissing();
  }

  /** To be called when vendors were added, changed or removed. Removed ones get nothing new, and finish what they began. */
  async refresh(): Promise<void> {
    this.known.refresh();
    await this.followStates();
  }

  /**
   * The first choice for the kind while all are well: a preferred provider, else a paid one, else a free one.
   * Undefined when none offers the kind.
   */
  current(kind: string): MediaProvider | undefined {
    return this.first({ kind });
  }

  /**
   * How long the first choice takes for a work, once it has begun.
   * @throws NoVendorAvailable when no provider offers the kind.
   */
  estimate(work: MediaWork): WorkTime {
    const provider = this.first(work);
    if (!provider) throw this.noVendor(work.kind);
    const predictedSeconds = provider.estimateSeconds(work);
    const of = { kind: work.kind, provider: provider.name };
    return { predictedSeconds, estimatedSeconds: this.paces.estimate(of, predictedSeconds) };
  }

  /**
   * The provider for a new task. Drained ones are left out; one with an open circuit is chosen only when all are
   * open. The rest are ordered by `PREFERRED_PROVIDERS`, then by priority, then by weight or cost.
   * @throws NoVendorAvailable when all are drained, or none offers the kind; InvalidRequest when those that offer it do
   * not take this length or size.
   */
  choose(work: WorkToGive): MediaProvider {
    const inOrder = this.inOrder(
      this.pool(work).filter((provider) => work.vendor !== undefined || !this.isDraining(provider)),
      work,
    );
    const chosen = inOrder.find((provider) => !this.isDown(provider)) ?? inOrder[0];
    if (chosen) return chosen;
    const [rule] = this.offers(work).flatMap((provider) => provider.refuses?.(work) ?? []);
    throw rule === undefined ? this.noVendor(work.kind) : invalidFields([rule]);
  }

  /** Another vendor for a task that its own does not accept, by the same choice; undefined when none is well. */
  another(task: Task, tried: readonly string[]): MediaProvider | undefined {
    const job = this.find(task)?.job;
    const work = workOf(task);
    const others = this.pool(work).filter(
      (provider) => provider.client && provider.job === job && !tried.includes(provider.name),
    );
    const well = others.filter((provider) => !this.isDraining(provider) && !this.isDown(provider));
    return this.inOrder(well, work)[0];
  }

  /** Whether the provider of the task accepts nothing new: it is drained, or was removed. */
  isDrained(task: Pick<Task, 'kind' | 'provider'>): boolean {
    const provider = this.known.findConfigured(task);
    return provider ? this.isDraining(provider) : this.known.findFormer(task) !== undefined;
  }

  /**
   * The models that callers may name, each as its first choice offers it, and whether any vendor of it is well.
   * @param vendor Only those of this one.
   */
  listModels(kinds: readonly string[], vendor?: string): (OfferedModel & { isAvailable: boolean })[] {
    return kinds.flatMap((kind) => {
      const providers = (this.known.byKind().get(kind) ?? []).filter((one) =>
        doesOffer(one, { kind, vendor }),
      );
      const inOrder = this.inOrder(providers, { kind });
      const models = inOrder.flatMap((provider) => provider.models?.(kind) ?? []);
      return [...Map.groupBy(models, ({ name }) => name)].map(([model, [first]]) => ({
        ...(first as OfferedModel),
        isAvailable: this.offers({ kind, model }).some((one) => !this.isDraining(one) && !this.isDown(one)),
      }));
    });
  }

  /** The first of these models of ours that a vendor of the kind calls by this name. */
  modelCalled<Model extends string>(
    vendorModel: string,
    kind: string,
    models: readonly Model[],
  ): Model | undefined {
    return models.find((model) => this.offers({ kind, model, vendorModel }).length > 0);
  }

  /** Whether some provider does the work. */
  takes(work: WorkToGive): boolean {
    return this.pool(work).length > 0;
  }

  /** What the work costs at a vendor, in the currency of its books, if the vendors file says. */
  costAt(vendor: string, work: WorkToGive): number | undefined {
    return this.offers({ ...work, vendor })[0]?.costOf?.(work);
  }

  /** The kinds that a vendor is set up for. */
  kindsOf(vendor: string): string[] {
    return [...this.known.byKind().keys()].filter((kind) => this.offers({ kind, vendor }).length > 0);
  }

  listCurrent(): { kind: string; provider: MediaProvider }[] {
    return [...this.known.byKind().keys()]
      .sort()
      .flatMap((kind) => this.pool({ kind }).map((provider) => ({ kind, provider })));
  }

  /** The provider that began the task, while it is configured, or was removed since this process began. */
  find(task: Pick<Task, 'kind' | 'provider'>): MediaProvider | undefined {
    return this.known.findConfigured(task) ?? this.known.findFormer(task);
  }

  /** Whether this process may come to know the provider soon, by a vendors file that another has read before. */
  isAwaited(name: string): boolean {
    return this.known.isAwaited(name);
  }

  /** The configured providers whose tasks this job works on. */
  listOfJob(job: unknown): MediaProvider[] {
    return this.known.all().filter((provider) => provider.job === job);
  }

  listVendors(): UpstreamClient[] {
    return clientsOf(this.known.all());
  }

  /** Whether some vendor signs its calls back, also a removed one. */
  get hasSignedCallbacks(): boolean {
    return clientsOf(this.known.allSinceStart()).some(({ signsCallbacks }) => signsCallbacks);
  }

  /** The currency of a vendor's books, and what its units are worth there. @param name As stored with tasks. */
  moneyOf(name: string): Pick<VendorOffer, 'currency' | 'credit'> {
    const vendor = this.listVendors().find(({ options }) => options.provider === name);
    return vendor?.options.offer ?? { currency: undefined, credit: 1 };
  }

  private async followStates(): Promise<void> {
    if (this.listVendors().length > 0) await this.states.follow();
  }

  private first(work: WorkToGive): MediaProvider | undefined {
    return this.inOrder(this.pool({ kind: work.kind }), work)[0];
  }

  private noVendor(kind: string): Error {
    const missing = this.known.byKind().get(kind)?.length === 0 && this.known.missing.get(kind);
    return missing ? new NoVendorAvailable(reasonOf(missing)) : new NoVendorAvailable();
  }

  private warnOfMissing(): void {
    const kinds = [...this.known.missing.keys()].filter((kind) => !this.current(kind));
    const packages = [...new Set(kinds.flatMap((kind) => this.known.missing.get(kind) ?? []))];
    if (kinds.length > 0) this.logger.warn({ kinds }, `Some work is not offered. ${reasonOf(packages)}`);
  }

  /** Candidates for the work: those that offer it, without those to which it is too long or too large. */
  private pool(work: WorkToGive): MediaProvider[] {
    return this.offers(work).filter((provider) => provider.refuses?.(work) === undefined);
  }

  /** Those that offer the kind and the model: free ones only where no paid one does, or where they are preferred. */
  private offers(work: WorkToGive): MediaProvider[] {
    const able = (this.known.byKind().get(work.kind) ?? []).filter((provider) => doesOffer(provider, work));
    const first = able.filter(({ name, isPaid }) => isPaid || this.settings.preferred.includes(name));
    return first.length > 0 ? first : able;
  }

  private isDraining({ client }: MediaProvider): boolean {
    return client !== undefined && this.states.of(client.options.vendor).isDraining;
  }

  private isDown({ client }: MediaProvider): boolean {
    return client !== undefined && (client.isOpen || this.states.of(client.options.vendor).isOpen);
  }

  private inOrder(providers: readonly MediaProvider[], work: WorkToGive): MediaProvider[] {
    const byRank = [...Map.groupBy(providers, (provider) => this.rank(provider))].sort(([a], [b]) => a - b);
    return byRank.flatMap(([, equals]) =>
      inOrderOfChoice(equals.map((provider) => this.candidateOf(provider, work))),
    );
  }

  private candidateOf(provider: MediaProvider, work: WorkToGive): Candidate<MediaProvider> {
    const options = provider.client?.options;
    if (!options) return { value: provider, offer: { priority: 0, weight: undefined }, cost: undefined };
    const weight = this.states.of(options.vendor).weight ?? options.offer.weight;
    const offer = { priority: options.offer.priority, weight };
    const cost = provider.costOf?.({ ...work, megapixels: work.megapixels ?? USUAL_MEGAPIXELS });
    return {
      value: provider,
      offer,
      cost: cost === undefined ? undefined : toCompare(options.offer, cost),
    };
  }

  private rank({ name, isPaid }: MediaProvider): number {
    const preference = this.settings.preferred.indexOf(name);
    return preference === -1 ? this.settings.preferred.length + (isPaid ? 0 : 1) : preference;
  }
}

function reasonOf(packages: readonly string[]): string {
  const are = packages.length === 1 ? 'is' : 'are';
  return `The built-in engine needs ${packages.join(' and ')}, which ${are} not installed, and no vendor is set up for this work.`;
}

function clientsOf(providers: readonly MediaProvider[]): UpstreamClient[] {
  return [...new Set(providers.flatMap(({ client }) => client ?? []))];
}

/** Vendors of the vendors file are ordered by their own priorities. */
function isRanked({ client }: MediaProvider): boolean {
  return client?.options.offer.isRanked ?? false;
}
