import { Counter, Gauge } from 'prom-client';
import { processMetrics } from '#libs/platform/metrics';
import { OutboundError, type VendorCircuit, type VendorPolicy } from '#libs/platform/outbound';
import { type CallEnd, callLog } from './call-log.js';
import { isContentRefusal } from './content-refusal.js';

/** What is asked of a vendor. */
export type VendorOperation = 'submit' | 'poll' | 'download' | 'stream';

/** Those that carry what a caller sent. */
const SUBMITS: ReadonlySet<VendorOperation> = new Set(['submit', 'stream']);

/** What is shown of a client. */
type ShownClient = {
  options: { vendor: string };
  policy: VendorPolicy;
  keys: { resting: { name: string; until: Date }[] };
};

const clients = new Map<string, ShownClient>();

const calls = new Counter({
  name: 'vendor_calls_total',
  help: 'Calls of vendors by this process, repetitions included in the one, by what came of them.',
  labelNames: ['vendor', 'operation', 'outcome'],
  registers: [processMetrics],
});
vendorGauge(
  'vendor_circuit_open',
  '1 while this process gives the vendor a pause after failures, else 0.',
  ({ policy }) => (policy.isOpen ? 1 : 0),
);
vendorGauge(
  'vendor_calls_running',
  'Calls of the vendor by this process that are under way.',
  ({ policy }) => policy.calls.running,
);
vendorGauge(
  'vendor_calls_waiting',
  'Calls of the vendor by this process that wait for a place.',
  ({ policy }) => policy.calls.waiting,
);
vendorGauge(
  'vendor_keys_resting',
  'Keys of the vendor that this process does not use, as the vendor limits them.',
  ({ keys }) => keys.resting.length,
);
const moves = new Counter({
  name: 'vendor_moves_total',
  help: 'Tasks that were moved from the vendor to another one before it took them, by this process, and why.',
  labelNames: ['vendor', 'reason'],
  registers: [processMetrics],
});

const draining = new Gauge({
  name: 'vendor_draining',
  help: '1 for a vendor that takes no new tasks.',
  labelNames: ['vendor'],
  registers: [processMetrics],
});

/** Shows which vendors take no new tasks. */
export function showDraining(vendors: readonly string[]): void {
  draining.reset();
  for (const vendor of vendors) draining.set({ vendor }, 1);
}

/** Shows how the calls to a vendor are. */
export function showClient(client: ShownClient): void {
  clients.set(client.options.vendor, client);
}

/** Counts a task that another vendor was given. */
export function countMove(vendor: string, reason: string): void {
  moves.inc({ vendor, reason });
}

/** The circuits of this process that are not closed. */
export function openCircuits(): { vendor: string; state: VendorCircuit }[] {
  return [...clients]
    .map(([vendor, { policy }]) => ({ vendor, state: policy.circuit }))
    .filter(({ state }) => state !== 'closed');
}

/** The keys that this process does not use, as their vendors limit them. */
export function restingKeys(): { vendor: string; name: string; until: Date }[] {
  return [...clients].flatMap(([vendor, { keys }]) => keys.resting.map((key) => ({ vendor, ...key })));
}

/** Makes a call and counts it. */
export async function countedCall<T>(
  vendor: string,
  operation: VendorOperation,
  call: () => Promise<T>,
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
    // What the process itself broke off, or what a caller sent wrongly, is no failure of the vendor.
    const isRefusal = SUBMITS.has(operation) && isContentRefusal(error);
    count(outcome, isRefusal || outcome === 'aborted' ? { isRefusal } : { error: outcome });
    throw error;
  }
}

/** What came of a call that failed, as metrics say it. */
export function outcomeOf(error: unknown): string {
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
