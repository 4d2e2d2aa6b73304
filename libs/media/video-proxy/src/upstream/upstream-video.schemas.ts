import * as v from 'valibot';
import { optionalVendorCredits, vendorId } from '#libs/media/providers';
import { VIDEO_STATES } from '../video-kinds.js';

const link = v.pipe(v.string(), v.nonEmpty());
const optionalLink = v.fallback(v.optional(link), undefined);

/** The answer to a submission, or to a look-up by our reference, which may have the form of a poll's. */
export const submittedReply = v.pipe(
  v.looseObject({ task_id: v.optional(v.unknown()), id: v.optional(v.unknown()) }, 'must be an object'),
  v.transform(({ task_id, id }) => ({ task_id: task_id ?? id })),
  v.object({ task_id: vendorId }),
);

/** The answer to a poll. Which other fields matter depends on the state. */
export const creationsReply = v.object(
  {
    state: v.picklist(VIDEO_STATES, 'must be a state that is known'),
    progress: v.fallback(v.optional(v.number()), undefined),
    err_code: v.optional(v.unknown()),
    err_msg: v.fallback(v.optional(v.string()), undefined),
    creations: v.optional(v.unknown()),
    credits: optionalVendorCredits,
  },
  'must be an object',
);

/** The creations of successful work: one submission makes one video, the first. */
export const madeVideos = v.looseTuple([
  v.object({ url: link, cover_url: optionalLink, watermarked_url: optionalLink }),
]);
