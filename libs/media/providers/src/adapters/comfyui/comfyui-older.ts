import { parseReply } from '../vendor-reply.js';
import { GarbledVendorReply, type Send } from '../vendor-adapter.js';
import { comfyHistory, type ComfyItem, comfyQueue } from './comfyui.schemas.js';

/** Orders that have ended in which a lost one is looked for. */
const HISTORY_MAX = 1_000;

/**
 * Looks for a lost order where there is no `/api/jobs`. The oldest versions pass over the id that we choose, but all of
 * them keep the client's.
 * @returns Its id, or undefined when there is none.
 * @throws GarbledVendorReply when the order may be older than what was read.
 */
export async function findInOlder(reference: string, send: Send): Promise<string | undefined> {
  const waiting = await queueOf(send);
  const { json } = await send({ path: `/history?max_items=${HISTORY_MAX}` });
  const ended = Object.values(parseReply(comfyHistory, json)).map(({ prompt }) => prompt);
  const found = [...waiting.running, ...waiting.pending, ...ended].find((item) => isOurs(item, reference));
  if (!found && ended.length >= HISTORY_MAX)
    throw new GarbledVendorReply('The history is too long to find an order in it');
  return found?.[1];
}

function isOurs([, id, , { client_id: client }]: ComfyItem, reference: string): boolean {
  return id === reference || client === reference;
}

/** Takes an order from the queue, and tells whether it runs and must be interrupted, too. */
export async function isRunningAfterDelete(id: string, send: Send): Promise<boolean> {
  await send({ path: '/queue', json: { delete: [id] } });
  return (await queueOf(send)).running.some(([, running]) => running === id);
}

async function queueOf(send: Send): Promise<{ running: ComfyItem[]; pending: ComfyItem[] }> {
  const { queue_running: running, queue_pending: pending } = parseReply(
    comfyQueue,
    (await send({ path: '/queue' })).json,
  );
  return { running, pending };
}
