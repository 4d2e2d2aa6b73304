import { Injectable } from '@nestjs/common';
import {
  MediaProviders,
  partsOfError,
  ProviderCalls,
  quantileMs,
  type StoredCalls,
  type StoredCircuit,
  type StoredRest,
  sumOf,
  type UpstreamClient,
  VendorStates,
  VendorTrials,
} from '#libs/media/providers';
import type { VendorKeyResponse, VendorResponse } from './dto/vendors.response.js';

export const REPORT_MINUTES = 60;

@Injectable()
export class VendorsReport {
  constructor(
    private readonly providers: MediaProviders,
    private readonly calls: ProviderCalls,
    private readonly states: VendorStates,
    private readonly trials: VendorTrials,
  ) {}

  async list(): Promise<VendorResponse[]> {
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
        is_upstream: client !== undefined,
        host: client ? new URL(client.options.baseUrl).host : null,
        kinds: ofVendor.map(({ kind }) => kind),
        ...this.partOf(client),
        keys: keysOf(client, rests.get(name) ?? []),
        tests: this.trials.offersOf(name).map(({ kind, cost = null }) => ({ kind, cost })),
        ...circuitOf(client !== undefined, circuits.get(name) ?? []),
        ...worksOf(calls.get(name) ?? []),
      };
    });
  }

  private partOf(
    client: UpstreamClient | undefined,
  ): Pick<VendorResponse, 'currency' | 'draining' | 'priority' | 'weight' | 'set_weight'> {
    if (!client) return { currency: null, draining: false, priority: null, weight: null, set_weight: null };
    const { isDraining: draining, weight: set_weight } = this.states.of(client.options.vendor);
    const { currency = null, priority, weight: ofFile } = client.options.offer;
    return { currency, draining, priority, weight: set_weight ?? ofFile ?? null, set_weight };
  }
}

function keysOf(client: UpstreamClient | undefined, rests: readonly StoredRest[]): VendorKeyResponse[] {
  return (client?.keys.names ?? []).map((name) => {
    const rest = rests.find((one) => one.name === name);
    return { rests_until: rest?.until.toISOString() ?? null, rests_in: rest?.processes ?? 0 };
  });
}

function circuitOf(
  isUpstream: boolean,
  stored: readonly StoredCircuit[],
): Pick<VendorResponse, 'circuit' | 'broken_in'> {
  if (!isUpstream) return { circuit: null, broken_in: 0 };
  const isOpen = stored.some(({ state }) => state === 'open');
  const circuit = isOpen ? 'open' : stored.length > 0 ? 'half_open' : 'closed';
  return { circuit, broken_in: stored.length };
}

function worksOf(stored: readonly StoredCalls[]): Pick<VendorResponse, 'works' | 'last_error'> {
  const works = stored.map(({ work: name, calls, errors, refusals, durations }) => {
    const all = sumOf(durations);
    return { name, calls, errors, refusals, p50_ms: quantileMs(all, 0.5), p95_ms: quantileMs(all, 0.95) };
  });
  const failed = stored.flatMap(({ work, lastError, lastErrorAt: at }) =>
    lastError === null || at === null ? [] : [{ work, ...partsOfError(lastError), at }],
  );
  const last = failed.sort((a, b) => b.at.getTime() - a.at.getTime())[0];
  return { works, last_error: last ? { ...last, at: last.at.toISOString() } : null };
}
