import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Task } from '#libs/media/work';
import { findProviderKinds, type MediaProvider, type MediaProviderGroup } from './media-provider.js';
import { ProvidersSettings } from './providers.settings.js';

/** Files reach machines at different times: those of Kubernetes within two minutes. */
const AWAITED_MS = 5 * 60_000;

type Begun = Pick<Task, 'kind' | 'provider'>;

/** The providers that this process knows: all classes with `@ProviderOf`, as they are now and as they were. */
@Injectable()
export class KnownProviders {
  private configured: ReadonlyMap<string, readonly MediaProvider[]> | undefined;
  /** Those before a change, by kind and name: they finish what they began. */
  private readonly former = new Map<string, MediaProvider>();
  /** When this process first missed a provider, by its name. */
  private readonly missedAtMs = new Map<string, number>();
  /** Packages that are not installed, by the kinds that need them. */
  readonly missing = new Map<string, readonly string[]>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly settings: ProvidersSettings,
  ) {}

  /** Those that are configured. */
  byKind(): ReadonlyMap<string, readonly MediaProvider[]> {
    return (this.configured ??= this.discover());
  }

  all(): MediaProvider[] {
    return [...new Set([...this.byKind().values()].flat())];
  }

  /** Also those that were removed since this process began. */
  allSinceStart(): MediaProvider[] {
    return [...this.all(), ...this.former.values()];
  }

  /** To be called when some were added, changed or removed. */
  refresh(): void {
    for (const [kind, providers] of this.byKind())
      for (const provider of providers) this.former.set(keyOf(kind, provider.name), provider);
    this.configured = this.discover();
  }

  /** The provider that began the task, while it is configured. */
  findConfigured({ kind, provider }: Begun): MediaProvider | undefined {
    return this.byKind()
      .get(kind)
      ?.find(({ name }) => name === provider);
  }

  findFormer({ kind, provider }: Begun): MediaProvider | undefined {
    return this.former.get(keyOf(kind, provider));
  }

  /** Whether this process may come to know the provider soon, by a vendors file that another has read before. */
  isAwaited(name: string): boolean {
    if (this.settings.vendorsFile === undefined) return false;
    const sinceMs = this.missedAtMs.get(name) ?? Date.now();
    this.missedAtMs.set(name, sinceMs);
    return Date.now() - sinceMs < AWAITED_MS;
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

function membersOf(offered: MediaProvider | MediaProviderGroup): readonly MediaProvider[] {
  return 'members' in offered ? offered.members() : [offered];
}

function keyOf(kind: string, provider: string): string {
  return `${kind} ${provider}`;
}
