import * as v from 'valibot';
import { parseReply } from '../vendor-reply.js';

const count = v.fallback(v.optional(v.number()), undefined);

/** What is known of the pictures, which comes as a text of JSON. */
const info = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    sd_model_name: v.fallback(v.nullish(v.string()), undefined),
    /** More than 0 where a sheet of all pictures comes first. */
    index_of_first_image: count,
    all_seeds: v.fallback(v.optional(v.array(v.unknown())), undefined),
  }),
);

export const a1111Pictures = v.object(
  {
    images: v.fallback(v.array(v.pipe(v.string(), v.nonEmpty())), []),
    info: v.fallback(v.optional(info, '{}'), {}),
  },
  'must be an object',
);

/** The answer of the upscaler. */
export const a1111Picture = v.object({ image: v.pipe(v.string(), v.nonEmpty()) });

/** Its own words for what went wrong while it worked; a proxy before it has others. */
export const a1111Failure = v.object({ error: v.string(), errors: v.string() });

const models = v.array(v.object({ model_name: v.string() }));

export function readModels(json: unknown): { models: string[] } {
  return { models: parseReply(models, json).map(({ model_name: name }) => name) };
}
