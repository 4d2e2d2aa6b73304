import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { InvalidSettings } from '#libs/platform/config';
import type { Task } from '#libs/tasks';
import { findProviderKinds, type MediaProvider } from './media-provider.js';
import { ProviderGone } from './provider-gone.js';
import { ProvidersSettings } from './providers.settings.js';

/** Chooses who works on a task, of all classes with `@ProviderOf`. */
@Injectable()
export class MediaProviders implements OnModuleInit {
  private configured: ReadonlyMap<string, readonly MediaProvider[]> | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly settings: ProvidersSettings,
  ) {}

  /** @throws InvalidSettings when the settings do not say which of several paid providers is to work on a kind. */
  onModuleInit(): void {
    const problems = [...this.byKind()].flatMap(([kind, providers]) => {
      const [first, second] = this.inOrder(providers);
      if (!first || !second || this.rank(first) !== this.rank(second)) return [];
      return [`PREFERRED_PROVIDERS must name ${first.name} or ${second.name}: both offer ${kind}`];
    });
    if (problems.length > 0) throw new InvalidSettings(problems);
  }

  /** The one that takes new tasks of the kind: a preferred one, else a paid one, else a free one. */
  current(kind: string): MediaProvider {
    const [first] = this.inOrder(this.byKind().get(kind) ?? []);
    if (!first) throw new Error(`No provider offers ${kind}`);
    return first;
  }

  /** Who takes new tasks, by kind. */
  listCurrent(): { kind: string; provider: MediaProvider }[] {
    return [...this.byKind().keys()].sort().map((kind) => ({ kind, provider: this.current(kind) }));
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
    return [...this.byKind().values()].flat().filter((provider) => provider.job === job);
  }

  private inOrder(providers: readonly MediaProvider[]): MediaProvider[] {
    return [...providers].sort((a, b) => this.rank(a) - this.rank(b));
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
      const provider = instance as MediaProvider;
      for (const kind of (metatype && findProviderKinds(metatype)) || []) {
        const others = found.get(kind) ?? [];
        if (others.some(({ name }) => name === provider.name))
          throw new Error(`${kind} has two providers that are called ${provider.name}`);
        found.set(kind, (provider.isConfigured ?? true) ? [...others, provider] : others);
      }
    }
    return found;
  }
}
