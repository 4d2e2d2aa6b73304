import { Counter, Gauge } from 'prom-client';
import { processMetrics } from '#libs/platform/metrics';
import { OutboundError, type VendorCircuit, type VendorPolicy } from '#libs/platform/outbound';
import { type CallEnd, callLog } from './call-log.js';
import { TooLargeForVendor } from '../adapters/vendor-input.js';
import { isContentRefusal } from '../terms/vendor-refusal.js';

export type VendorOperation = 'submit' | 'poll' | 'download' | 'stream';

/** Operations that carry content of a caller. */
const SUBMITS: ReadonlySet<VendorOperation> = new Set(['submit', 'stream']);

type ShownClient = {
  options: { vendor: string };
  policy: VendorPolicy;
  circuit: VendorCircuit;
  keys: { resting: { name: string; until: Date }[] };
  retry(): void;
};

const clients = new Map<string, ShownClient>();

const calls = new Counter({
  name: 'vendor_calls_total',
  help: 'Calls to vendors from this process, by outcome; retries count as one call.',
  labelNames: ['vendor', 'operation', 'outcome'],
  registers: [processMetrics],
});
vendorGauge(
  'vendor_circuit_open',
  '1 while this process orders nothing from the vendor: after failures, or as it refuses every key; else 0.',
  ({ circuit }) => (circuit === 'open' ? 1 : 0),
);
vendorGauge(
  'vendor_calls_running',
  'Calls to the vendor from this process that are in progress.',
  ({ policy }) => policy.calls.running,
);
vendorGauge(
  'vendor_calls_waiting',
  'Calls to the vendor from this process that wait for a free slot.',
  ({ policy }) => policy.calls.waiting,
);
vendorGauge(
  'vendor_keys_resting',
  'Keys of the vendor that this process does not use because the vendor limits or refuses them.',
  ({ keys }) => keys.resting.length,
);
const moves = new Counter({
  name: 'vendor_moves_total',
  help: 'Tasks that this process moved to another vendor before this one accepted them, by reason.',
  labelNames: ['vendor', 'reason'],
  registers: [processMetrics],
});

const draining = new Gauge({
  name: 'vendor_draining',
  help: '1 for a vendor that takes no new tasks.',
  labelNames: ['vendor'],
  registers: [processMetrics],
});

export function showDraining(vendors: readonly string[]): void {
  draining.reset();
  for (const vendor of vendors) draining.set({ vendor }, 1);
}

export function showClient(client: ShownClient): void {
  clients.set(client.options.vendor, client);
}

/** Has this process call the vendor again, whatever failed before. */
export function retryVendor(vendor: string): void {
  clients.get(vendor)?.retry();
}

/** Counts a task that was moved to another vendor. */
export function countMove(vendor: string, reason: string): void {
  moves.inc({ vendor, reason });
}

export function openCircuits(): { vendor: string; state: VendorCircuit }[] {
  return [...clients]
    .map(([vendor, { circuit }]) => ({ vendor, state: circuit }))
    .filter(({ state }) => state !== 'closed');
}

/** The keys that this process does not use because their vendors limit or refuse them. */
export function restingKeys(): { vendor: string; name: string; until: Date }[] {
  return [...clients].flatMap(([vendor, { keys }]) => keys.resting.map((key) => ({ vendor, ...key })));
}

/** Notes that the vendor failed to do work that it had accepted. @param words What it says about that. */
export function noteFailedWork(vendor: string, operation: VendorOperation, words: string | undefined): void {
  callLog.note(vendor, operation, { error: 'work_failed', words });
}

/** @param wordsOf What the vendor said in an error, for operators. */
export async function countedCall<T>(
  vendor: string,
  operation: VendorOperation,
  call: () => Promise<T>,
  wordsOf: (error: unknown) => string | undefined,
): Promise<T> {
  const startedAtMs = performance.now();
  const count = (outcome: string, end: CallEnd = {}): void => {
    calls.inc({ vendor, operation, outcome });
    callLog.add(vendor, operation, performance.now() - startedAtMs, end);
  };
  try {
    const result = await call();
    count('ok');
    return result;
  } catch (error) {
    const outcome = outcomeOf(error);
    // An abort by this process, or bad content from a caller, is not a failure of the vendor.
    const isRefusal = SUBMITS.has(operation) && isContentRefusal(error);
    const isOfVendor = !isRefusal && outcome !== 'aborted';
    count(outcome, isOfVendor ? { error: outcome, words: wordsOf(error) } : { isRefusal });
    throw error;
  }
}

/** The outcome of a failed call, as metrics name it. */
export function outcomeOf(error: unknown): string {
  if (error instanceof TooLargeForVendor) return error.code;
  if (!(error instanceof OutboundError)) return 'error';
  if (error.code !== 'bad_status') return error.code;
  return error.status === 429 ? 'status_429' : `status_${Math.floor((error.status ?? 0) / 100)}xx`;
}

function vendorGauge(name: string, help: string, valueOf: (client: ShownClient) => number): void {
  const gauge: Gauge<'vendor'> = new Gauge({
    ...{ name, help },
    labelNames: ['vendor'],
    registers: [processMetrics],
    collect: () => {
      for (const [vendor, client] of clients) gauge.set({ vendor }, valueOf(client));
    },
  });
}
