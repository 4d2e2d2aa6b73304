import * as v from 'valibot';
import type { VendorFile } from '../vendor-adapter.js';
import { optionalVendorCredits, parseReply, vendorId } from '../vendor-reply.js';

const link = v.pipe(v.string(), v.nonEmpty());
const optionalLink = v.fallback(v.nullish(v.union([link, v.literal('')])), undefined);

const creation = v.object({ url: link, cover_url: optionalLink, watermarked_url: optionalLink });
type ViduCreation = v.InferOutput<typeof creation>;

export const viduOrder = v.object({ task_id: vendorId }, 'must be an object');

/** The answer to a question for the creations of a task. */
export const viduCreations = v.object(
  {
    state: v.string('must be a state'),
    err_code: v.fallback(v.nullish(v.string()), undefined),
    credits: optionalVendorCredits,
    progress: v.fallback(v.nullish(v.number()), undefined),
    creations: v.fallback(v.array(creation), []),
  },
  'must be an object',
);

/** A page of the list of tasks. */
export const viduTasks = v.object({
  tasks: v.array(v.object({ id: vendorId, payload: v.fallback(v.nullish(v.string()), undefined) })),
  next_page_token: v.fallback(v.nullish(v.string()), undefined),
});

/** Its documentation shows the word as `code`, or as `reason` beside a number. */
export const viduError = v.pipe(
  v.object({ code: v.unknown(), reason: v.optional(v.unknown()) }),
  v.transform(({ code, reason }) => (typeof code === 'string' ? code : String(reason))),
);

const account = v.object({
  remains: v.array(v.object({ type: v.string(), credit_remain: v.number() })),
});

/** What is left of each kind of credits. */
export function readCredits(json: unknown): { balance: string } {
  const { remains } = parseReply(account, json);
  return { balance: remains.map(({ type, credit_remain: left }) => `${left} credits (${type})`).join(', ') };
}

/** The video of a creation, its cover, and the copy with a watermark. */
export function filesOf({ url, cover_url: cover, watermarked_url: marked }: ViduCreation): VendorFile[] {
  const links = Object.entries({ video: url, cover, watermarked: marked });
  return links.flatMap(([role, link]) => (link ? [{ role, url: link }] : []));
}
