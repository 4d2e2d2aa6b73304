import * as v from 'valibot';
import { vendorId } from '../vendor-reply.js';

export const video = v.object(
  {
    id: vendorId,
    status: v.string('must be a status'),
    progress: v.fallback(v.nullish(v.number()), undefined),
    error: v.fallback(v.nullish(v.looseObject({ code: v.optional(v.unknown()) })), undefined),
  },
  'must be an object',
);
