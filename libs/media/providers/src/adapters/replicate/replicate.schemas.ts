import * as v from 'valibot';
import { vendorId } from '../vendor-reply.js';

/** How a prediction stands, of Replicate and of cog. */
export const prediction = v.object(
  { status: v.string('must be a status'), output: v.optional(v.unknown()), error: v.optional(v.unknown()) },
  'must be an object',
);

export const replicateOrder = v.object({ id: vendorId }, 'must be an object');

/** A page of the list, the newest first. */
export const replicatePage = v.object(
  {
    next: v.nullish(v.pipe(v.string('must be a link'), v.url('must be a link'))),
    results: v.array(
      v.object({
        id: vendorId,
        created_at: v.pipe(
          v.string('must be a time'),
          v.transform((text) => Date.parse(text)),
          v.number('must be a time'),
        ),
        data_removed: v.optional(v.unknown()),
        input: v.fallback(v.nullish(v.record(v.string(), v.unknown())), undefined),
      }),
      'must be a list',
    ),
  },
  'must be an object',
);
export type ReplicatePage = v.InferOutput<typeof replicatePage>;

export const replicateError = v.object({
  title: v.fallback(v.optional(v.string()), undefined),
  detail: v.fallback(v.optional(v.string()), undefined),
  invalid_fields: v.optional(v.unknown()),
});
