import { OutboundError } from '#libs/platform/outbound';
import type { VendorTaskApi } from '../upstream/vendor-task-api.js';
import type { VendorOrder } from './vendor-order.entity.js';

/** A missing order means nothing while it may still be on its way: this many times the limit of a call. */
const ON_ITS_WAY = 2;

/** What a vendor knows of an order by our reference; `unknown` when it cannot say, or not yet. */
export type LookedUp = { kind: 'taken'; vendorId: string } | { kind: 'not_taken' } | { kind: 'unknown' };

/** @throws OutboundError, GarbledVendorReply when the look-up fails. */
export async function lookUp(
  { kind, reference, orderedAt, vendorKey }: VendorOrder,
  api: VendorTaskApi,
  signal: AbortSignal,
): Promise<LookedUp> {
  const path = api.client.lookupPath(kind, reference);
  if (path === undefined) return { kind: 'unknown' };
  try {
    return { kind: 'taken', vendorId: api.readVendorId(await api.client.poll(path, signal, vendorKey)) };
  } catch (error) {
    if (!(error instanceof OutboundError) || error.code !== 'bad_status' || error.status !== 404) throw error;
    const mayArrive = Date.now() - (orderedAt?.getTime() ?? 0) < ON_ITS_WAY * api.client.options.timeoutMs;
    return { kind: mayArrive ? 'unknown' : 'not_taken' };
  }
}
