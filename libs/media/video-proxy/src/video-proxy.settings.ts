import { Settings } from '#libs/platform/config';

/** How videos are made, and for whom. */
export class VideoProxySettings extends Settings {
  readonly concurrency = this.env.int('VIDEO_ENGINE_CONCURRENCY', {
    min: 1,
    max: 16,
    default: 1,
    description:
      'Videos that the local engine makes at once, each in its own process with up to 1.5 GB of memory.',
  });

  readonly allowAnonymous = this.env.flag('VIDPROV_ALLOW_ANONYMOUS', {
    default: false,
    description:
      'Whether the video endpoints are open without a token even when a paid vendor makes the videos.',
  });

  readonly extendSource = this.env.oneOf('VIDPROV_EXTEND_SOURCE', {
    values: ['both', 'either'],
    default: 'both',
    description:
      'Whether a request to extend a video must have both video_creation_id and video_url, or just one of them.',
  });
}
