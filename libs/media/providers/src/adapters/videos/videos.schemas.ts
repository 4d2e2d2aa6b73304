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

/** States of work that made no video, in all servers that have this API. */
export const VIDEO_FAILURES: ReadonlySet<string> = new Set(['failed', 'cancelled', 'canceled', 'expired']);

export function videoPath(vendorId: string): string {
  return `/videos/${encodeURIComponent(vendorId)}`;
}
