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

/** How far the report looks back. */
export const REPORT_MINUTES = 60;

/** What came of one sort of work in the last hour. */
export type WorkReport = {
  name: string;
  calls: number;
  errors: number;
  refusals: number;
  /** Null when there was no call. */
  p50Ms: number | null;
  p95Ms: number | null;
};

/** One key of a vendor. */
export type KeyReport = {
  /** Until when it is not used, as the vendor limits it; null when it is. */
  restsUntil: Date | null;
  /** Processes in which it rests. */
  restsIn: number;
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
  /** The weight that an admin has set; null where that of the settings counts. */
  setWeight: number | null;
  /** In the order of the settings; none for one that works here. */
  keys: KeyReport[];
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
