import { imageTypeOf, type Task } from '#libs/media/work';
import {
  type MediaProvider,
  type MediaProviderGroup,
  ProviderOf,
  type VendorArea,
  VendorProviders,
} from '#libs/media/providers';
import { IMAGE_ENDPOINTS } from './image-endpoints.js';
import { ALL_IMAGE_KINDS, type ImageKind } from './image-kinds.js';
import { RunImageTaskJob } from './jobs/run-image-task.job.js';
import { ImageUpstreamSettings } from './image-upstream.settings.js';

const ESTIMATED_SECONDS = 30;

const IMAGES: VendorArea = {
  kinds: ALL_IMAGE_KINDS,
  job: RunImageTaskJob,
  concurrency: 4,
  maxFileBytes: 100 * 1024 * 1024,
  estimateSeconds: () => ESTIMATED_SECONDS,
  identify: imageTypeOf,
  split: ({ kind, request }: Task) => {
    const { imageFields } = IMAGE_ENDPOINTS[kind as ImageKind];
    const isInput = ([name]: readonly [string, unknown]): boolean => imageFields.includes(name);
    const all = Object.entries(request);
    return {
      fields: Object.fromEntries(all.filter((entry) => !isInput(entry))),
      inputs: Object.fromEntries(all.filter(isInput)) as Record<string, string>,
    };
  },
};

/** The image vendors of this installation. */
@ProviderOf(...ALL_IMAGE_KINDS)
export class ImageVendors implements MediaProviderGroup {
  readonly members: () => readonly MediaProvider[];

  constructor({ vendors }: ImageUpstreamSettings, providers: VendorProviders) {
    this.members = providers.follow(vendors, IMAGES);
  }
}
