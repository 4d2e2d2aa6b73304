import { Settings } from '#libs/platform/config';
import { readUpstreamOptions } from '#libs/providers';

/** How videos are made, and for whom. */
export class VideoProxySettings extends Settings {
  readonly concurrency = this.env.int('VIDEO_ENGINE_CONCURRENCY', {
    min: 1,
    max: 16,
    default: 1,
    description:
      'Videos that the local engine makes at once, each in a process of its own with up to 1.5 GB of memory.',
  });

  readonly allowAnonymous = this.env.flag('VIDPROV_ALLOW_ANONYMOUS', {
    default: false,
    description:
      'Whether the video endpoints are open without a token also when a paid upstream makes the videos.',
  });

  readonly extendSource = this.env.oneOf('VIDPROV_EXTEND_SOURCE', {
    values: ['both', 'either'],
    default: 'both',
    description:
      'Whether a request to extend a video has to name it by video_creation_id and video_url, or may give one of them.',
  });

  readonly extendSends = this.env.oneOf('VIDPROV_EXTEND_SENDS', {
    values: ['both', 'url'],
    default: 'both',
    description:
      'What the vendor is given to extend a video: video_creation_id and video_url together, or video_url alone for vendors that look up every creation id. The URL is what counts; where the caller named no creation, the id is one that means nothing.',
  });

  readonly takesVendorCallbacks = this.env.flag('VIDPROV_CALLBACKS', {
    default: false,
    description:
      'Whether the vendor is given an address to call when a task changes; the public address of the service must be reachable for it. It is asked now and then all the same.',
  });

  /** The vendor that does the work instead of the local engine, when one is configured. */
  readonly upstream = readUpstreamOptions(this.env, 'VIDPROV');
}
