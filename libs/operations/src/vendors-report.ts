import { Injectable } from '@nestjs/common';
import {
  MediaProviders,
  ProviderCalls,
  quantileMs,
  type StoredCalls,
  type StoredCircuit,
  sumOf,
  type UpstreamOptions,
  VendorStates,
} from '#libs/providers';

/** How far the report looks back. */
export const REPORT_MINUTES = 60;

/** What came of one sort of work in the last hour. */
export type WorkReport = {
  name: string;
  calls: number;
  errors: number;
  /** Null when there was no call. */
  p50Ms: number | null;
  p95Ms: number | null;
};

/** Who does the work of some kinds of tasks, and how that went in the last hour, in all processes. */
export type VendorReport = {
  name: string;
  isUpstream: boolean;
  /** Of its base URL; null for one that works here. */
  host: string | null;
  /** Kinds of tasks that it is given now. */
  kinds: string[];
  /** Whether it takes no new tasks. */
  isDraining: boolean;
  /** The least comes first; null for one that works here. */
  priority: number | null;
  /** Share among those of its priority; null where the cheapest comes first, and for one that works here. */
  weight: number | null;
  /** The worst of all processes; null for one that works here. */
  circuit: 'closed' | 'half_open' | 'open' | null;
  /** Processes in which the circuit is not closed. */
  brokenIn: number;
  works: WorkReport[];
  lastError: { code: string; work: string; at: Date } | null;
};

/** How those do who work on media tasks. */
@Injectable()
export class VendorsReport {
  constructor(
    private readonly providers: MediaProviders,
    private readonly calls: ProviderCalls,
    private readonly states: VendorStates,
  ) {}

  async list(): Promise<VendorReport[]> {
    const calls = Map.groupBy(await this.calls.list(REPORT_MINUTES), ({ provider }) => provider);
    const circuits = Map.groupBy(await this.calls.listCircuits(), ({ vendor }) => vendor);
    const current = this.providers.listCurrent().map(({ kind, provider }) => {
      const options = provider.client?.options;
      return { kind, name: options?.vendor ?? provider.name, options };
    });
    return [...Map.groupBy(current, ({ name }) => name)].map(([name, ofVendor]) => {
      const options = ofVendor[0]?.options;
      return {
        name,
        isUpstream: options !== undefined,
        host: options ? new URL(options.baseUrl).host : null,
        kinds: ofVendor.map(({ kind }) => kind),
        ...this.partOf(options),
        ...circuitOf(options !== undefined, circuits.get(name) ?? []),
        ...worksOf(calls.get(name) ?? []),
      };
    });
  }

  private partOf(
    options: UpstreamOptions | undefined,
  ): Pick<VendorReport, 'isDraining' | 'priority' | 'weight'> {
    if (!options) return { isDraining: false, priority: null, weight: null };
    const { isDraining, weight } = this.states.of(options.vendor);
    const { priority, weight: ofFile } = options.offer;
    return { isDraining, priority, weight: weight ?? ofFile ?? null };
  }
}

function circuitOf(
  isUpstream: boolean,
  stored: readonly StoredCircuit[],
): Pick<VendorReport, 'circuit' | 'brokenIn'> {
  if (!isUpstream) return { circuit: null, brokenIn: 0 };
  const isOpen = stored.some(({ state }) => state === 'open');
  const circuit = isOpen ? 'open' : stored.length > 0 ? 'half_open' : 'closed';
  return { circuit, brokenIn: stored.length };
}

function worksOf(stored: readonly StoredCalls[]): Pick<VendorReport, 'works' | 'lastError'> {
  const works = stored.map(({ work, calls, errors, durations }) => {
    const all = sumOf(durations);
    return { name: work, calls, errors, p50Ms: quantileMs(all, 0.5), p95Ms: quantileMs(all, 0.95) };
  });
  const failed = stored.flatMap(({ work, lastError: code, lastErrorAt: at }) =>
    code === null || at === null ? [] : [{ work, code, at }],
  );
  return { works, lastError: failed.sort((a, b) => b.at.getTime() - a.at.getTime())[0] ?? null };
}
