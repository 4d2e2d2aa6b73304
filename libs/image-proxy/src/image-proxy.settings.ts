import { Settings } from '#libs/platform/config';
import { readUpstreamOptions } from '#libs/providers';

/** Who makes images, and how the local engine uses the machine. */
export class ImageProxySettings extends Settings {
  readonly threads = this.env.int('IMAGE_ENGINE_THREADS', {
    min: 1,
    max: 64,
    default: 2,
    description: 'Pictures that the local engine works on at once, each in its own thread.',
  });

  /** The vendor that does the work instead of the local engine, when one is configured. */
  readonly upstream = readUpstreamOptions(this.env, 'IMGPROV');
}
