import * as v from 'valibot';
import { vendorId } from '../vendor-reply.js';

const NO_OBJECT = 'must be an object';

/** A file that was uploaded, or that a node made. */
export const comfyUpload = v.object(
  { name: v.pipe(v.string(), v.nonEmpty()), subfolder: v.optional(v.string(), '') },
  NO_OBJECT,
);

export const comfyOrder = v.object({ prompt_id: vendorId }, NO_OBJECT);

/** By the ids of nodes, what each made: lists of files and of other things. */
const outputs = v.fallback(v.record(v.string(), v.record(v.string(), v.unknown())), {});
export type ComfyOutputs = v.InferOutput<typeof outputs>;

export const comfyFile = v.object({
  filename: v.pipe(v.string(), v.nonEmpty()),
  subfolder: v.optional(v.string(), ''),
  type: v.picklist(['output', 'temp']),
});
export type ComfyFile = v.InferOutput<typeof comfyFile>;

/** `status` is `pending`, `in_progress`, `completed`, `failed` or `cancelled`. */
export const comfyJob = v.object({ id: vendorId, status: v.string('must be a status'), outputs }, NO_OBJECT);

/** `[number, id, workflow, extra data, …]` */
const item = v.looseTuple([
  v.unknown(),
  vendorId,
  v.unknown(),
  v.fallback(v.object({ client_id: v.optional(v.string()) }), {}),
]);
export type ComfyItem = v.InferOutput<typeof item>;

export const comfyQueue = v.object({ queue_running: v.array(item), queue_pending: v.array(item) }, NO_OBJECT);

/** What has ended, by its id. */
export const comfyHistory = v.record(
  v.string(),
  v.object({ prompt: item, outputs, status: v.object({ status_str: v.string('must be a status') }) }),
  NO_OBJECT,
);

/** Why a workflow was refused, by its nodes. */
export const comfyRefusal = v.object({
  error: v.object({ type: v.string() }),
  node_errors: v.fallback(
    v.record(
      v.string(),
      v.object({ class_type: v.string(), errors: v.array(v.object({ type: v.string() })) }),
    ),
    {},
  ),
});
