import * as v from 'valibot';
import { vendorId } from '../vendor-reply.js';

/** A task, inside `data` or, of style transfers, bare and with `task_status`. */
export const freepikTask = v.pipe(
  v.looseObject({ data: v.optional(v.unknown()) }, 'must be an object'),
  v.transform(({ data, ...bare }) => data ?? { status: bare.task_status, ...bare }),
  v.object({
    task_id: vendorId,
    status: v.string('must be a status'),
    generated: v.optional(v.array(v.string('must be a link'), 'must be a list of links'), []),
    error: v.optional(v.unknown()),
    message: v.optional(v.unknown()),
  }),
);
