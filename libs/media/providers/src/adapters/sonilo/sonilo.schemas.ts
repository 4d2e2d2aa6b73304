import * as v from 'valibot';
import { vendorCredits, vendorId } from '../vendor-reply.js';

/** A text of decimals, as it writes its prices. */
const dollars = v.fallback(
  v.optional(v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/), v.transform(Number), vendorCredits)),
  undefined,
);

/** What it bills, in a line of the stream or with the end of a task; undefined when it does not say. */
export const soniloCost = v.fallback(
  v.pipe(
    v.object({ billing_after_discount: dollars }),
    v.transform((cost) => cost.billing_after_discount),
  ),
  undefined,
);

export const soniloOrder = v.object({ task_id: vendorId }, 'must be an object');

const title = v.object({ title: v.string(), display_tags: v.fallback(v.array(v.string()), []) });

/** The answer to a question for a task. Which other fields matter depends on the status. */
export const soniloTask = v.object(
  {
    status: v.picklist(['processing', 'succeeded', 'failed'], 'must be a status that is known'),
    audio: v.fallback(v.array(v.object({ url: v.string() })), []),
    title: v.fallback(v.optional(title), undefined),
    cost: v.optional(v.unknown()),
    error: v.optional(v.unknown()),
    refunded: v.fallback(v.optional(v.boolean()), undefined),
  },
  'must be an object',
);

export const soniloError = v.object({ code: v.string() });
