import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { InvalidSettings } from '#libs/platform/config';
import { requestOf, type Task, TaskPaces } from '#libs/media/work';
import {
  findProviderKinds,
  type MediaProvider,
  type MediaProviderGroup,
  type MediaWork,
} from './media-provider.js';
import { ProviderGone } from './provider-gone.js';
import { NoVendorAvailable } from './providers.errors.js';
import { ProvidersSettings } from './providers.settings.js';
import { costOf } from '../upstream/upstream-options.js';
import type { UpstreamClient } from '../upstream/upstream-client.js';
import { type Candidate, inOrderOfChoice } from '../vendors/vendor-order.js';
import { VendorStates } from '../vendors/vendor-states.js';

/** The work that somebody is chosen for. */
export type WorkToGive = {
  kind: string;
  /** Where tasks of the kind name one. */
  model?: string;
};

/** How long a work takes, in whole seconds. */
export type WorkTime = {
  /** As its provider thinks. */
  predictedSeconds: number;
  /** At the pace of its recent tasks. */
  estimatedSeconds: number;
};

/** Chooses who works on a task, of all classes with `@ProviderOf`. */
@Injectable()
export class MediaProviders implements OnModuleInit, OnApplicationBootstrap {
  private configured: ReadonlyMap<string, readonly MediaProvider[]> | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly settings: ProvidersSettings,
    private readonly states: VendorStates,
    private readonly paces: TaskPaces,
  ) {}

  /** @throws InvalidSettings when the settings do not say which of several paid providers is to work on a kind. */
  onModuleInit(): void {
    const problems = [...this.byKind()].flatMap(([kind, providers]) => {
      const [first, second] = this.inOrder(
        providers.filter((provider) => !isRanked(provider)),
        kind,
      );
      if (!first || !second || this.rank(first) !== this.rank(second)) return [];
      return [`PREFERRED_PROVIDERS must name ${first.name} or ${second.name}: both offer ${kind}`];
    });
    if (problems.length > 0) throw new InvalidSettings(problems);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.all().some(({ client }) => client)) await this.states.follow();
  }

  /** The one that comes first for the kind while all are well: a preferred one, else a paid one, else a free one. */
  current(kind: string): MediaProvider {
    const [first] = this.inOrder(this.pool({ kind }), kind);
    if (!first) throw new Error(`No provider offers ${kind}`);
    return first;
  }

  /** How long a work takes that the provider which comes first does, once it has begun. */
  estimate(work: MediaWork): WorkTime {
    const provider = this.current(work.kind);
    const predictedSeconds = provider.estimateSeconds(work);
    const of = { kind: work.kind, provider: provider.name };
    return { predictedSeconds, estimatedSeconds: this.paces.estimate(of, predictedSeconds) };
  }

  /**
   * The one that takes a new task: not one that is drained, and one whose circuit is open only where all are. What comes
   * first among the others is said by `PREFERRED_PROVIDERS`, then by priority, and by weight or cost.
   * @throws NoVendorAvailable when all are drained.
   */
  choose(work: WorkToGive): MediaProvider {
    const inOrder = this.inOrder(
      this.pool(work).filter((provider) => !this.isDraining(provider)),
      work.kind,
    );
    const chosen = inOrder.find((provider) => !this.isDown(provider)) ?? inOrder[0];
    if (!chosen) throw new NoVendorAvailable();
    return chosen;
  }

  /** Another vendor for a task whose own does not take it, by the same choice; undefined when none is well. */
  another(task: Task, tried: readonly string[]): MediaProvider | undefined {
    const job = this.find(task)?.job;
    const { model } = requestOf<{ model?: string }>(task);
    const work = { kind: task.kind, ...(model === undefined ? {} : { model }) };
    const others = this.pool(work).filter(
      (provider) => provider.client && provider.job === job && !tried.includes(provider.name),
    );
    const well = others.filter((provider) => !this.isDraining(provider) && !this.isDown(provider));
    return this.inOrder(well, task.kind)[0];
  }

  /** Whether the one that has the task takes nothing new. */
  isDrained(task: Pick<Task, 'kind' | 'provider'>): boolean {
    const provider = this.find(task);
    return provider !== undefined && this.isDraining(provider);
  }

  /** Who takes new tasks, by kind. */
  listCurrent(): { kind: string; provider: MediaProvider }[] {
    return [...this.byKind().keys()]
      .sort()
      .flatMap((kind) => this.pool({ kind }).map((provider) => ({ kind, provider })));
  }

  /** The one that began the task, while it is configured. */
  find({ kind, provider }: Pick<Task, 'kind' | 'provider'>): MediaProvider | undefined {
    return this.byKind()
      .get(kind)
      ?.find(({ name }) => name === provider);
  }

  /** @throws ProviderGone when the provider that began the task is not configured any more. */
  require(task: Pick<Task, 'kind' | 'provider'>): MediaProvider {
    const provider = this.find(task);
    if (provider) return provider;
    throw new ProviderGone();
  }

  /** The configured ones whose tasks are the work of a job. */
  listOfJob(job: unknown): MediaProvider[] {
    return this.all().filter((provider) => provider.job === job);
  }

  /** The vendors of all kinds, each once. */
  listVendors(): UpstreamClient[] {
    return [...new Set(this.all().flatMap(({ client }) => client ?? []))];
  }

  private all(): MediaProvider[] {
    return [...new Set([...this.byKind().values()].flat())];
  }

  /** Those that may be given the work: free ones only where no paid one does it, or where they are preferred. */
  private pool(work: WorkToGive): MediaProvider[] {
    const able = (this.byKind().get(work.kind) ?? []).filter((provider) => does(provider, work));
    const first = able.filter(({ name, isPaid }) => isPaid || this.settings.preferred.includes(name));
    return first.length > 0 ? first : able;
  }

  private isDraining({ client }: MediaProvider): boolean {
    return client !== undefined && this.states.of(client.options.vendor).isDraining;
  }

  private isDown({ client }: MediaProvider): boolean {
    return client !== undefined && (client.isOpen || this.states.of(client.options.vendor).isOpen);
  }

  private inOrder(providers: readonly MediaProvider[], kind: string): MediaProvider[] {
    const byRank = [...Map.groupBy(providers, (provider) => this.rank(provider))].sort(([a], [b]) => a - b);
    return byRank.flatMap(([, equals]) =>
      inOrderOfChoice(equals.map((provider) => this.candidateOf(provider, kind))),
    );
  }

  private candidateOf(provider: MediaProvider, kind: string): Candidate<MediaProvider> {
    const options = provider.client?.options;
    if (!options) return { value: provider, offer: { priority: 0, weight: undefined }, cost: undefined };
    const weight = this.states.of(options.vendor).weight ?? options.offer.weight;
    const offer = { priority: options.offer.priority, weight };
    return { value: provider, offer, cost: costOf(options, kind) };
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
        found.set(kind, [...others, ...added.filter(({ isConfigured = true }) => isConfigured)]);
      }
    }
    return found;
  }
}

function membersOf(offered: MediaProvider | MediaProviderGroup): readonly MediaProvider[] {
  return 'members' in offered ? offered.members : [offered];
}

/** Vendors of the file have an order of their own. */
function isRanked({ client }: MediaProvider): boolean {
  return client?.options.offer.isRanked ?? false;
}

function does({ client }: MediaProvider, { kind, model }: WorkToGive): boolean {
  if (!client) return true;
  const { kinds, models } = client.options.offer;
  return (kinds?.has(kind) ?? true) && (model === undefined || (models?.has(model) ?? true));
}
