import * as v from 'valibot';
import { optionalVendorCredits, vendorId } from '../vendor-reply.js';

export const openRouterVideo = v.object(
  {
    id: vendorId,
    status: v.string('must be a status'),
    error: v.optional(v.unknown()),
    usage: v.fallback(v.nullish(v.object({ cost: optionalVendorCredits })), undefined),
  },
  'must be an object',
);

export const openRouterError = v.object({ error: v.object({ message: v.string() }) });
