import { Settings } from '#libs/platform/config';
import { readUpstreamOptions } from '#libs/providers';

/** The video vendor; without one the built-in engine makes the videos. */
export class VideoUpstreamSettings extends Settings {
  /** Its paths are called as the kinds of tasks. */
  readonly upstream = readUpstreamOptions(this.env, 'VIDPROV');

  readonly extendSends = this.env.oneOf('VIDPROV_EXTEND_SENDS', {
    values: ['both', 'url'],
    default: 'both',
    description:
      'What the vendor is given to extend a video: video_creation_id and video_url together, or video_url alone for vendors that look up every creation id. The URL is what counts; where the caller named no creation, the id is one that means nothing.',
  });

  readonly takesCallbacks = this.env.flag('VIDPROV_CALLBACKS', {
    default: false,
    description:
      'Whether the vendor is given an address to call when a task changes; the public address of the service must be reachable for it. It is asked now and then all the same.',
  });
}
