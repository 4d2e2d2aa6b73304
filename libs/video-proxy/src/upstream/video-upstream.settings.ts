import { Settings } from '#libs/platform/config';
import { readVendors, type UpstreamOptions } from '#libs/providers';
import { VIDEO_KINDS } from '../video-kinds.js';
import { VIDEO_MODELS } from '../video-models.js';

/** The video vendors; without one the built-in engine makes the videos. */
export class VideoUpstreamSettings extends Settings {
  private readonly extendSends = this.env.oneOf('VIDPROV_EXTEND_SENDS', {
    values: ['both', 'url'],
    default: 'both',
    description:
      'What the vendor is given to extend a video: video_creation_id and video_url together, or video_url alone for vendors that look up every creation id. The URL is what counts; where the caller named no creation, the id is one that means nothing.',
  });

  private readonly takesCallbacks = this.env.flag('VIDPROV_CALLBACKS', {
    default: false,
    description:
      'Whether the vendor is given an address to call when a task changes; the public address of the service must be reachable for it. It is asked now and then all the same.',
  });

  /** Their paths are called as the kinds of tasks. */
  readonly upstreams: readonly UpstreamOptions[] = readVendors(this.env, {
    area: 'video',
    prefix: 'VIDPROV',
    kinds: VIDEO_KINDS,
    models: VIDEO_MODELS,
  }).map((options) => (options.offer.isRanked ? options : { ...options, ...this.ofSettings(options) }));

  private ofSettings({ callbacks }: UpstreamOptions): Pick<UpstreamOptions, 'callbacks' | 'extendSends'> {
    return { callbacks: { ...callbacks, isOn: this.takesCallbacks }, extendSends: this.extendSends };
  }
}
