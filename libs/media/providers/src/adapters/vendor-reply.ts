import * as v from 'valibot';
import { parse } from '#libs/platform/parsing';
import { roundVendorCredits, VENDOR_CREDITS_MAX } from '../terms/vendor-credits.js';
import { GarbledVendorReply } from '../adapters/vendor-adapter.js';

const ID_MAX_CHARS = 200;
const idRule = `must be a text of 1 to ${ID_MAX_CHARS} characters`;

export const vendorId = v.pipe(v.string(idRule), v.nonEmpty(idRule), v.maxLength(ID_MAX_CHARS, idRule));

/** What a vendor says it bills, rounded to the decimals that are stored. */
export const vendorCredits = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(VENDOR_CREDITS_MAX),
  v.transform(roundVendorCredits),
);
/** Like `vendorCredits`, for a reply that is valid without it. */
export const optionalVendorCredits = v.fallback(v.optional(vendorCredits), undefined);

/** @throws GarbledVendorReply naming the first field that is wrong, and its rule. */
export function parseReply<Schema extends v.GenericSchema>(
  schema: Schema,
  reply: unknown,
): v.InferOutput<Schema> {
  const parsed = parse(schema, reply);
  if (parsed.problems) throw new GarbledVendorReply(`In an answer ${parsed.problems[0]}`);
  return parsed.output;
}
