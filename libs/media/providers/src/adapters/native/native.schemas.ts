import * as v from 'valibot';
import { optionalVendorCredits, vendorId } from '../vendor-reply.js';

const IMAGE_STATUSES = ['CREATED', 'IN_PROGRESS', 'COMPLETED', 'FAILED'] as const;
const VIDEO_STATES = ['created', 'processing', 'queueing', 'success', 'failed'] as const;

const imageTask = v.object({
  task_id: vendorId,
  status: v.picklist(IMAGE_STATUSES, 'must be a status that is known'),
  generated: v.optional(v.array(v.string('must be a link'), 'must be a list of links'), []),
  credits: optionalVendorCredits,
  error: v.optional(v.unknown()),
  message: v.optional(v.unknown()),
});

/** The answer to a submission or a poll: a task inside `data`, or bare. */
export const imageReply = v.pipe(
  v.looseObject({ data: v.optional(v.unknown()) }, 'must be an object'),
  v.transform(({ data, ...bare }) => data ?? bare),
  imageTask,
);

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
