import type { VendorTask } from '../choice/vendor-task.js';
import type { VendorOrder } from './vendor-order.entity.js';

/** A missing order means nothing while it may still be on its way: this many times the limit of a call. */
const ON_ITS_WAY = 2;

/** What a vendor knows of an order whose answer was lost; `unknown` when it cannot say, or not yet. */
export type LookedUp = { kind: 'taken'; vendorId: string } | { kind: 'not_taken' } | { kind: 'unknown' };

/** Whether the vendor can say what became of an order whose answer was lost. */
export function canLookUp({ kind }: Pick<VendorOrder, 'kind'>, vendor: VendorTask): boolean {
  const { adapter, ownSeed, task } = vendor;
  return adapter.canFind({ kind, ownSeed, fields: task.request });
}

/** @throws OutboundError, GarbledVendorReply when the look-up fails. */
export async function lookUp(order: VendorOrder, vendor: VendorTask, signal: AbortSignal): Promise<LookedUp> {
  const { adapter, client, ownSeed, task } = vendor;
  if (!canLookUp(order, vendor) || !adapter.find) return { kind: 'unknown' };
  const lost = { ...order, ownSeed, fields: task.request };
  const vendorId = await adapter.find(lost, (call) => client.send(call, signal, order.vendorKey));
  if (vendorId !== undefined) return { kind: 'taken', vendorId };
  const mayArrive = Date.now() - (order.orderedAt?.getTime() ?? 0) < ON_ITS_WAY * client.options.timeoutMs;
  return { kind: mayArrive ? 'unknown' : 'not_taken' };
}
