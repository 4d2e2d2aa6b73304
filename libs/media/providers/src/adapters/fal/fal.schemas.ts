import * as v from 'valibot';

const link = v.pipe(v.string('must be a link'), v.url('must be a link'));

export const falOrder = v.object({ response_url: link }, 'must be an object');

export const falStatus = v.looseObject(
  { status: v.string('must be a status'), error: v.optional(v.unknown()) },
  'must be an object',
);

/** A link in what a model made, which is under different names from model to model. */
export const falFile = v.looseObject({ url: v.string() });

export const falKeys = v.object({ keys: v.array(v.looseObject({ x: v.string() })) });
