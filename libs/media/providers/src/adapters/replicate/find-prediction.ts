import { parseReply } from '../vendor-reply.js';
import type { FoundInPage } from '../find-in-pages.js';
import { GarbledVendorReply } from '../vendor-adapter.js';
import { replicatePage } from './replicate.schemas.js';

/** Our clock and Replicate's may differ by this much. */
const CLOCKS_MS = 5 * 60_000;

export type SoughtPrediction = {
  /** Of the input, that has the seed. */
  field: string;
  seed: number;
  orderedAt: Date;
};

/**
 * Looks for a prediction in a page of the list, by a seed that no other task has.
 * @throws GarbledVendorReply when one of that time has lost its input, as all do after an hour: it may be the one.
 */
export function findPrediction(json: unknown, { field, seed, orderedAt }: SoughtPrediction): FoundInPage {
  const { next, results } = parseReply(replicatePage, json);
  const recent = results.filter(({ created_at: at }) => at > orderedAt.getTime() - CLOCKS_MS);
  const id = recent.find(({ input }) => input?.[field] === seed)?.id;
  if (id === undefined && recent.some(({ data_removed: isRemoved, input }) => isRemoved || !input))
    throw new GarbledVendorReply('A prediction that may be the order has lost its input');
  const isRead = recent.length < results.length;
  return { id, next: next && !isRead ? `/predictions${new URL(next).search}` : undefined };
}
