import { Injectable } from '@nestjs/common';
import {
  MediaProviders,
  ProviderCalls,
  quantileMs,
  type StoredCalls,
  type StoredCircuit,
  type StoredRest,
  sumOf,
  type UpstreamClient,
  VendorStates,
} from '#libs/media/providers';

export const REPORT_MINUTES = 60;

/** Results of one sort of work in the last hour. */
export type WorkReport = {
  name: string;
  calls: number;
  errors: number;
  refusals: number;
  /** Null when there was no call. */
  p50Ms: number | null;
  p95Ms: number | null;
};

export type KeyReport = {
  /** Until when it rests because the vendor limits it; null while it is used. */
  restsUntil: Date | null;
  /** Processes in which it rests. */
  restsIn: number;
};

/** A provider of some kinds of tasks, and its results in the last hour, in all processes. */
export type VendorReport = {
  name: string;
  isUpstream: boolean;
  /** Host of its base URL; null for a local engine. */
  host: string | null;
  /** Kinds of tasks that it currently gets. */
  kinds: string[];
  isDraining: boolean;
  /** The lowest comes first; null for a local engine. */
  priority: number | null;
  /** Share among the vendors of its priority; null if the cheapest comes first, and for a local engine. */
  weight: number | null;
  /** The weight that an admin has set; null if that of the settings applies. */
  setWeight: number | null;
  /** In the order of the settings; none for a local engine. */
  keys: KeyReport[];
  /** The worst of all processes; null for a local engine. */
  circuit: 'closed' | 'half_open' | 'open' | null;
  brokenIn: number;
  works: WorkReport[];
  lastError: { code: string; work: string; at: Date } | null;
};

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
    const rests = Map.groupBy(await this.calls.listRestingKeys(), ({ vendor }) => vendor);
    const current = this.providers.listCurrent().map(({ kind, provider }) => {
      const { client } = provider;
      return { kind, name: client?.options.vendor ?? provider.name, client };
    });
    return [...Map.groupBy(current, ({ name }) => name)].map(([name, ofVendor]) => {
      const client = ofVendor[0]?.client;
      return {
        name,
        isUpstream: client !== undefined,
        host: client ? new URL(client.options.baseUrl).host : null,
        kinds: ofVendor.map(({ kind }) => kind),
        ...this.partOf(client),
        keys: keysOf(client, rests.get(name) ?? []),
        ...circuitOf(client !== undefined, circuits.get(name) ?? []),
        ...worksOf(calls.get(name) ?? []),
      };
    });
  }

  private partOf(
    client: UpstreamClient | undefined,
  ): Pick<VendorReport, 'isDraining' | 'priority' | 'weight' | 'setWeight'> {
    if (!client) return { isDraining: false, priority: null, weight: null, setWeight: null };
    const { isDraining, weight: setWeight } = this.states.of(client.options.vendor);
    const { priority, weight: ofFile } = client.options.offer;
    return { isDraining, priority, weight: setWeight ?? ofFile ?? null, setWeight };
  }
}

function keysOf(client: UpstreamClient | undefined, rests: readonly StoredRest[]): KeyReport[] {
  return (client?.keys.names ?? []).map((name) => {
    const rest = rests.find((one) => one.name === name);
    return { restsUntil: rest?.until ?? null, restsIn: rest?.processes ?? 0 };
  });
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
  const works = stored.map(({ work: name, calls, errors, refusals, durations }) => {
    const all = sumOf(durations);
    return { name, calls, errors, refusals, p50Ms: quantileMs(all, 0.5), p95Ms: quantileMs(all, 0.95) };
  });
  const failed = stored.flatMap(({ work, lastError: code, lastErrorAt: at }) =>
    code === null || at === null ? [] : [{ work, code, at }],
  );
  return { works, lastError: failed.sort((a, b) => b.at.getTime() - a.at.getTime())[0] ?? null };
}
