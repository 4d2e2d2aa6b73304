import { Settings } from '#libs/platform/config';

/** How long links to files work. */
export class AssetsSettings extends Settings {
  readonly linkSeconds = this.env.int('EXPIRES', {
    min: 60,
    max: 31_536_000,
    default: 604_800,
    description:
      'How long a signed link to an output works, in seconds. Each look-up of the task gives a fresh link.',
  });
}
