import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { InvalidSettings } from '#libs/platform/config';
import { invalidFields } from '#libs/platform/http';
import { requestOf, type Task, TaskPaces, TRIED_VENDOR, VENDOR_MODEL } from '#libs/media/work';
import {
  findProviderKinds,
  type MediaProvider,
  type MediaProviderGroup,
  type MediaWork,
  type WorkToGive,
} from './media-provider.js';
import { ProvidersSettings } from './providers.settings.js';
import { isModelKind, type OfferedModel } from '../terms/model-kinds.js';
import type { VendorOffer } from '../terms/upstream-options.js';
import { toCompare } from '../terms/vendor-cost.js';
import type { UpstreamClient } from '../upstream/upstream-client.js';
import { type Candidate, inOrderOfChoice } from '../vendors/vendor-order.js';
import { VendorStates } from '../vendors/vendor-states.js';
import { NoVendorAvailable } from './providers.errors.js';

/** Files reach machines at different times: those of Kubernetes within two minutes. */
const AWAITED_MS = 5 * 60_000;

/** Of a picture whose size is not known when vendors are compared. */
const USUAL_MEGAPIXELS = 1;

/** How long a work takes, in whole seconds. */
export type WorkTime = {
  /** As its provider predicts. */
  predictedSeconds: number;
  /** At the pace of its recent tasks. */
  estimatedSeconds: number;
};

/** Chooses the provider of a task, among all classes with `@ProviderOf`. */
@Injectable()
export class MediaProviders implements OnModuleInit, OnApplicationBootstrap {
  private readonly logger = new Logger(MediaProviders.name);
  private configured: ReadonlyMap<string, readonly MediaProvider[]> | undefined;
  /** Those before a change, by kind and name: they finish what they began. */
  private readonly former = new Map<string, MediaProvider>();
  /** When this process first missed a provider, by its name. */
  private readonly missedAtMs = new Map<string, number>();
  /** Packages that are not installed, by the kinds that need them. */
  private readonly missing = new Map<string, readonly string[]>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly settings: ProvidersSettings,
    private readonly states: VendorStates,
    private readonly paces: TaskPaces,
  ) {}

  /** @throws InvalidSettings when the settings do not decide between several paid providers of a kind. */
  onModuleInit(): void {
    const problems = [...this.byKind()].flatMap(([kind, providers]) => {
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
    for (const [kind, providers] of this.byKind())
      for (const provider of providers) this.former.set(keyOf(kind, provider.name), provider);
    this.configured = this.discover();
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
    const provider = this.findConfigured(task);
    return provider ? this.isDraining(provider) : this.findFormer(task) !== undefined;
  }

  /**
   * The models that callers may name, each as its first choice offers it, and whether any vendor of it is well.
   * @param vendor Only those of this one.
   */
  listModels(kinds: readonly string[], vendor?: string): (OfferedModel & { isAvailable: boolean })[] {
    return kinds.flatMap((kind) => {
      const providers = (this.byKind().get(kind) ?? []).filter((one) => doesOffer(one, { kind, vendor }));
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
    return [...this.byKind().keys()].filter((kind) => this.offers({ kind, vendor }).length > 0);
  }

  listCurrent(): { kind: string; provider: MediaProvider }[] {
    return [...this.byKind().keys()]
      .sort()
      .flatMap((kind) => this.pool({ kind }).map((provider) => ({ kind, provider })));
  }

  /** The provider that began the task, while it is configured, or was removed since this process began. */
  find(task: Pick<Task, 'kind' | 'provider'>): MediaProvider | undefined {
    return this.findConfigured(task) ?? this.findFormer(task);
  }

  /** Whether this process may come to know the provider soon, by a vendors file that another has read before. */
  isAwaited(name: string): boolean {
    if (this.settings.vendorsFile === undefined) return false;
    const sinceMs = this.missedAtMs.get(name) ?? Date.now();
    this.missedAtMs.set(name, sinceMs);
    return Date.now() - sinceMs < AWAITED_MS;
  }

  /** The configured providers whose tasks this job works on. */
  listOfJob(job: unknown): MediaProvider[] {
    return this.all().filter((provider) => provider.job === job);
  }

  listVendors(): UpstreamClient[] {
    return clientsOf(this.all());
  }

  /** Whether some vendor signs its calls back, also a removed one. */
  get hasSignedCallbacks(): boolean {
    return clientsOf([...this.all(), ...this.former.values()]).some(({ signsCallbacks }) => signsCallbacks);
  }

  private findConfigured({ kind, provider }: Pick<Task, 'kind' | 'provider'>): MediaProvider | undefined {
    return this.byKind()
      .get(kind)
      ?.find(({ name }) => name === provider);
  }

  private findFormer({ kind, provider }: Pick<Task, 'kind' | 'provider'>): MediaProvider | undefined {
    return this.former.get(keyOf(kind, provider));
  }

  private async followStates(): Promise<void> {
    if (this.listVendors().length > 0) await this.states.follow();
  }

  /** The currency of a vendor's books, and what its units are worth there. @param name As stored with tasks. */
  moneyOf(name: string): Pick<VendorOffer, 'currency' | 'credit'> {
    const vendor = this.listVendors().find(({ options }) => options.provider === name);
    return vendor?.options.offer ?? { currency: undefined, credit: 1 };
  }

  private first(work: WorkToGive): MediaProvider | undefined {
    return this.inOrder(this.pool({ kind: work.kind }), work)[0];
  }

  private noVendor(kind: string): Error {
    const missing = this.byKind().get(kind)?.length === 0 && this.missing.get(kind);
    return missing ? new NoVendorAvailable(reasonOf(missing)) : new NoVendorAvailable();
  }

  private warnOfMissing(): void {
    const kinds = [...this.missing.keys()].filter((kind) => !this.current(kind));
    const packages = [...new Set(kinds.flatMap((kind) => this.missing.get(kind) ?? []))];
    if (kinds.length > 0) this.logger.warn({ kinds }, `Some work is not offered. ${reasonOf(packages)}`);
  }

  private all(): MediaProvider[] {
    return [...new Set([...this.byKind().values()].flat())];
  }

  /** Candidates for the work: those that offer it, without those to which it is too long or too large. */
  private pool(work: WorkToGive): MediaProvider[] {
    return this.offers(work).filter((provider) => provider.refuses?.(work) === undefined);
  }

  /** Those that offer the kind and the model: free ones only where no paid one does, or where they are preferred. */
  private offers(work: WorkToGive): MediaProvider[] {
    const able = (this.byKind().get(work.kind) ?? []).filter((provider) => doesOffer(provider, work));
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

  private byKind(): ReadonlyMap<string, readonly MediaProvider[]> {
    return (this.configured ??= this.discover());
  }

  private discover(): ReadonlyMap<string, readonly MediaProvider[]> {
    const found = new Map<string, MediaProvider[]>();
    for (const { metatype, instance } of this.discovery.getProviders()) {
      for (const kind of (metatype && findProviderKinds(metatype)) || []) {
        const others = found.get(kind) ?? [];
        const added = membersOf(instance as MediaProvider | MediaProviderGroup);
        const twice = added.find((one) => others.some(({ name }) => name === one.name));
        if (twice) throw new Error(`${kind} has two providers that are called ${twice.name}`);
        found.set(kind, [...others, ...added.filter((one) => this.canWorkOn(kind, one))]);
      }
    }
    return found;
  }

  private canWorkOn(kind: string, provider: MediaProvider): boolean {
    const missing = provider.missingFor?.(kind) ?? [];
    if (missing.length > 0) this.missing.set(kind, missing);
    return missing.length === 0 && (provider.isConfigured ?? true) && (provider.canDo?.(kind) ?? true);
  }
}

function reasonOf(packages: readonly string[]): string {
  const are = packages.length === 1 ? 'is' : 'are';
  return `The built-in engine needs ${packages.join(' and ')}, which ${are} not installed, and no vendor is set up for this work.`;
}

function membersOf(offered: MediaProvider | MediaProviderGroup): readonly MediaProvider[] {
  return 'members' in offered ? offered.members() : [offered];
}

function clientsOf(providers: readonly MediaProvider[]): UpstreamClient[] {
  return [...new Set(providers.flatMap(({ client }) => client ?? []))];
}

function keyOf(kind: string, provider: string): string {
  return `${kind} ${provider}`;
}

/** Vendors of the vendors file are ordered by their own priorities. */
function isRanked({ client }: MediaProvider): boolean {
  return client?.options.offer.isRanked ?? false;
}

function doesOffer(provider: MediaProvider, { kind, model, vendorModel, vendor }: WorkToGive): boolean {
  const { offer: { kinds, models } = {}, vendor: name } = provider.client?.options ?? {};
  if (!(kinds?.has(kind) ?? true) || (vendor !== undefined && vendor !== name)) return false;
  if (model === undefined) return true;
  if (isModelKind(kind)) return (provider.models?.(kind) ?? []).some((offered) => offered.name === model);
  const isCalled = vendorModel === undefined || provider.ownModel?.(model) === vendorModel;
  return isCalled && (models?.has(model) ?? true);
}

/** The work of a task that has begun. */
export function workOf(task: Task): WorkToGive {
  const { input, ...request } = requestOf<RequestedSize & { input?: RequestedSize }>(task);
  const { model, [VENDOR_MODEL]: vendorModel, [TRIED_VENDOR]: vendor } = request;
  const fields = input ?? request;
  const { resolution, duration, duration_seconds: seconds, images } = fields;
  const size = { resolution, durationSeconds: duration ?? seconds, images: images?.length, fields };
  const named = model === undefined ? {} : { model, vendorModel };
  return { kind: task.kind, vendor, ...size, ...named };
}

type RequestedSize = {
  model?: string;
  [VENDOR_MODEL]?: string;
  [TRIED_VENDOR]?: string;
  resolution?: string;
  duration?: number;
  duration_seconds?: number;
  images?: string[];
};
