import { Settings } from '#libs/platform/config';

const MEGABYTE = 1024 * 1024;

/** How much memory finished public replies may take. */
export class PublicRepliesSettings extends Settings {
  readonly maxBytes =
    MEGABYTE *
    this.env.int('PUBLIC_REPLIES_MB', {
      min: 0,
      max: 4_096,
      default: 32,
      description:
        'Memory of a process for finished replies to callers without a token, in MB; 0 keeps none.',
    });
}
