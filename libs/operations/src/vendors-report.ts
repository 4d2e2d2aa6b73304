import { Injectable } from '@nestjs/common';
import {
  MediaProviders,
  ProviderCalls,
  quantileMs,
  type StoredCalls,
  type StoredCircuit,
  sumOf,
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
  ) {}

  async list(): Promise<VendorReport[]> {
    const calls = Map.groupBy(await this.calls.list(REPORT_MINUTES), ({ provider }) => provider);
    const circuits = Map.groupBy(await this.calls.listCircuits(), ({ vendor }) => vendor);
    const current = this.providers.listCurrent().map(({ kind, provider }) => {
      const options = provider.client?.options;
      return { kind, name: options?.vendor ?? provider.name, baseUrl: options?.baseUrl };
    });
    return [...Map.groupBy(current, ({ name }) => name)].map(([name, ofVendor]) => {
      const baseUrl = ofVendor[0]?.baseUrl;
      return {
        name,
        isUpstream: baseUrl !== undefined,
        host: baseUrl === undefined ? null : new URL(baseUrl).host,
        kinds: ofVendor.map(({ kind }) => kind),
        ...circuitOf(baseUrl !== undefined, circuits.get(name) ?? []),
        ...worksOf(calls.get(name) ?? []),
      };
    });
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
