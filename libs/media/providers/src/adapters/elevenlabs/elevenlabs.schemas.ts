import * as v from 'valibot';
import { parseReply } from '../vendor-reply.js';

const text = v.fallback(v.optional(v.string()), undefined);

/** An error; problems with the form of a request come as a list instead. `status` was there before `code`. */
export const elevenlabsError = v.object({
  detail: v.object({ code: text, status: text, type: text, param: text }),
});

const subscription = v.object({ character_count: v.number(), character_limit: v.number() });

export function readSubscription(json: unknown): { balance: string } {
  const { character_count: used, character_limit: limit } = parseReply(subscription, json);
  return { balance: `${Math.max(0, limit - used)} credits of ${limit}` };
}
