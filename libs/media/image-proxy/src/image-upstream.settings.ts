import { Settings } from '#libs/platform/config';
import { readVendors } from '#libs/media/providers';
import { ALL_IMAGE_KINDS } from './image-kinds.js';

/** The image vendors; without any, the built-in engine does the work. */
export class ImageUpstreamSettings extends Settings {
  /** Paths are configured by the kinds of tasks. */
  readonly vendors = readVendors(this.env, { area: 'image', prefix: 'IMGPROV', kinds: ALL_IMAGE_KINDS });
}
