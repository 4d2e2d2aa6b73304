import * as v from 'valibot';
import { optionalVendorCredits, vendorId } from '#libs/media/providers';
import { IMAGE_STATUSES } from '../image-kinds.js';

const task = v.object({
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
  task,
);
