import * as v from 'valibot';
import type { VendorRefusal } from '../../terms/vendor-refusal.js';
import { soniloError } from './sonilo.schemas.js';

const CODES: readonly (readonly [RegExp, VendorRefusal])[] = [
  [/content_policy|moderation|safety|sensitive/i, 'content'],
  [/insufficient_balance/i, 'balance'],
];

/** What an error `{code, message}` is about, by its code; undefined for codes that say no more than the status. */
export function refusalOfError(error: unknown): VendorRefusal | undefined {
  const { success, output } = v.safeParse(soniloError, error);
  return success ? CODES.find(([pattern]) => pattern.test(output.code))?.[1] : undefined;
}
