import * as v from 'valibot';
import { usualRefusal, type VendorRefusal } from '../../terms/vendor-refusal.js';

/** An error of OpenAI, and of servers in its shape. */
const openAiError = v.object({
  error: v.object({ code: v.optional(v.unknown()), type: v.optional(v.unknown()) }),
});

const CODES: Readonly<Record<string, VendorRefusal>> = {
  moderation_blocked: 'content',
  content_policy_violation: 'content',
  insufficient_quota: 'balance',
  billing_hard_limit_reached: 'balance',
  model_not_found: 'model',
};

/** What a code of an error is about; undefined for one that does not matter. */
export function refusalOfCode(code: unknown): VendorRefusal | undefined {
  return typeof code === 'string' && Object.hasOwn(CODES, code) ? CODES[code] : undefined;
}

/** An empty account is answered 429, as too many calls are, so that the code comes before the status. */
export function openAiRefusal(status: number, body: unknown): VendorRefusal | undefined {
  const { success, output } = v.safeParse(openAiError, body);
  const { code, type } = success ? output.error : {};
  const stated = status < 500 ? (refusalOfCode(code) ?? refusalOfCode(type)) : undefined;
  return stated ?? usualRefusal(status);
}
