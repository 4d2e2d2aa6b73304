import { Settings } from '#libs/platform/config';

/** How many pictures of nodes from other hosts are kept. */
export class PicturesSettings extends Settings {
  readonly cacheMb = this.env.int('PICTURE_CACHE_MB', {
    min: 1,
    max: 1_000_000,
    default: 1_024,
    description:
      'Megabytes that pictures of nodes from other hosts and from archives may take; beyond it the oldest are removed within an hour, and made again when someone looks at them.',
  });

  get cacheBytes(): number {
    return this.cacheMb * 1024 * 1024;
  }
}
