import { Settings } from '#libs/platform/config';
import { readUpstreamOptions } from '#libs/providers';

/** The image vendor; without one the built-in engine does the work. */
export class ImageUpstreamSettings extends Settings {
  /** Its paths are called as the kinds of tasks. */
  readonly upstream = readUpstreamOptions(this.env, 'IMGPROV');
}
