import { Counter, Gauge } from 'prom-client';
import { processMetrics } from '#libs/platform/metrics';
import { OutboundError, type VendorCircuit, type VendorPolicy } from '#libs/platform/outbound';
import { callLog } from './calls/call-log.js';

/** What is asked of a vendor. */
export type VendorOperation = 'submit' | 'poll' | 'download' | 'stream';

const policies = new Map<string, VendorPolicy>();

const calls = new Counter({
  name: 'vendor_calls_total',
  help: 'Calls of vendors by this process, repetitions included in the one, by what came of them.',
  labelNames: ['vendor', 'operation', 'outcome'],
  registers: [processMetrics],
});
const circuit = new Gauge({
  name: 'vendor_circuit_open',
  help: '1 while this process gives the vendor a pause after failures, else 0.',
  labelNames: ['vendor'],
  registers: [processMetrics],
  collect: () => {
    for (const [vendor, policy] of policies) circuit.set({ vendor }, policy.isOpen ? 1 : 0);
  },
});

/** Shows whether calls to the vendor are refused at the moment. */
export function showCircuit(vendor: string, policy: VendorPolicy): void {
  policies.set(vendor, policy);
}

/** The circuits of this process that are not closed. */
export function openCircuits(): { vendor: string; state: VendorCircuit }[] {
  return [...policies]
    .map(([vendor, policy]) => ({ vendor, state: policy.circuit }))
    .filter(({ state }) => state !== 'closed');
}

/** Makes a call and counts it. */
export async function countedCall<T>(
  vendor: string,
  operation: VendorOperation,
  call: () => Promise<T>,
): Promise<T> {
  const startedAtMs = performance.now();
  const count = (outcome: string, error?: string): void => {
    calls.inc({ vendor, operation, outcome });
    callLog.add(vendor, operation, performance.now() - startedAtMs, error);
  };
  try {
    const result = await call();
    count('ok');
    return result;
  } catch (error) {
    const outcome = outcomeOf(error);
    // What the process itself broke off, such as at its end, is no failure of the vendor.
    count(outcome, outcome === 'aborted' ? undefined : outcome);
    throw error;
  }
}

function outcomeOf(error: unknown): string {
  if (!(error instanceof OutboundError)) return 'error';
  if (error.code !== 'bad_status') return error.code;
  return error.status === 429 ? 'status_429' : `status_${Math.floor((error.status ?? 0) / 100)}xx`;
}
