import type { Task } from '#libs/media/work';
import type { EndedState, VendorAdapter, VendorTaskState } from '../adapters/vendor-adapter.js';
import type { VendorWork } from '../adapters/vendor-work.js';
import type { UpstreamClient } from '../upstream/upstream-client.js';

/** A task at its vendor: what is needed to order it, to ask for it and to fetch what it made. */
export type VendorTask = {
  readonly task: Task;
  readonly client: UpstreamClient;
  readonly adapter: VendorAdapter;
  /** Longest time from the first order to the result. */
  readonly deadlineSeconds: number;
  readonly maxFileBytes: number;
  /** See `LostOrder`. */
  readonly ownSeed: number | undefined;
  /**
   * What it costs, in the currency of the vendor's books: what the vendor said, else by the vendors file; undefined if
   * unknown.
   * @param megapixels Of all pictures that were made, once they are known.
   */
  costOf(said: number | undefined, megapixels?: number): number | undefined;
  /** The media type of a file by its content; undefined if the task should not produce such a file. */
  identify(path: string): Promise<string | undefined>;
  workFor(order: { reference: string }, signal: AbortSignal): VendorWork;
};

/** How the vendor's work stands, by one call or two. @throws OutboundError, GarbledVendorReply */
export async function askState(
  { client, adapter, workFor }: Pick<VendorTask, 'client' | 'adapter' | 'workFor'>,
  vendorId: string,
  order: { reference: string; vendorKey: string | null },
  signal: AbortSignal,
): Promise<EndedState | (VendorTaskState & { kind: 'running' })> {
  const work = workFor(order, signal);
  if (!adapter.status || !adapter.readState)
    return { kind: 'failed', said: 'The vendor does its work at once and keeps none' };
  const call = adapter.status(vendorId, work);
  const state = adapter.readState(await client.send(call, signal, order.vendorKey), work, vendorId);
  if (state.kind !== 'ask') return state;
  const reply = await client.send(state.call, signal, order.vendorKey);
  return adapter.readResult?.(reply, work, vendorId) ?? { kind: 'failed' };
}
