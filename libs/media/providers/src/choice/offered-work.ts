import { requestOf, type Task, TRIED_VENDOR, VENDOR_MODEL } from '#libs/media/work';
import { isModelKind } from '../terms/model-kinds.js';
import type { MediaProvider, WorkToGive } from './media-provider.js';

/** Whether the provider has the kind and the model. It may still refuse the work. */
export function doesOffer(
  provider: MediaProvider,
  { kind, model, vendorModel, vendor }: WorkToGive,
): boolean {
  const { offer: { kinds, models } = {}, vendor: name } = provider.client?.options ?? {};
  if (!(kinds?.has(kind) ?? true) || (vendor !== undefined && vendor !== name)) return false;
  if (model === undefined) return true;
  if (isModelKind(kind)) return (provider.models?.(kind) ?? []).some((offered) => offered.name === model);
  const isCalled = vendorModel === undefined || provider.ownModel?.(model) === vendorModel;
  return isCalled && (models?.has(model) ?? true);
}

/** The work of a task that has begun. */
export function workOf(task: Task): WorkToGive {
  const { input, ...request } = requestOf<RequestedSize & { input?: RequestedSize }>(task);
  const { model, [VENDOR_MODEL]: vendorModel, [TRIED_VENDOR]: vendor } = request;
  const fields = input ?? request;
  const { resolution, duration, duration_seconds: seconds, images } = fields;
  const size = { resolution, durationSeconds: duration ?? seconds, images: images?.length, fields };
  const named = model === undefined ? {} : { model, vendorModel };
  return { kind: task.kind, vendor, ...size, ...named };
}

type RequestedSize = {
  model?: string;
  [VENDOR_MODEL]?: string;
  [TRIED_VENDOR]?: string;
  resolution?: string;
  duration?: number;
  duration_seconds?: number;
  images?: string[];
};
