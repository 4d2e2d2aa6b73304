import { Settings } from '#libs/platform/config';

/** How the local engine for images uses the machine. */
export class ImageProxySettings extends Settings {
  readonly threads = this.env.int('IMAGE_ENGINE_THREADS', {
    min: 1,
    max: 64,
    default: 2,
    description: 'Pictures that the local engine works on at once, each in its own process.',
  });

  readonly memoryMb = this.env.int('IMAGE_ENGINE_MEMORY_MB', {
    min: 128,
    max: 16_384,
    default: 1_280,
    description:
      'Memory that one such process may take, in MB; a picture that needs more fails. The default is enough for every picture of 50 megapixels, most of which take 300; 448 leaves out progressive JPEG without colour subsampling from about 40, WebP from 45 and AVIF from 20.',
  });
}
