import { Settings } from '#libs/platform/config';

/** Limits of publishers. */
export class PublishersSettings extends Settings {
  readonly publishersPerUser = this.env.int('PUBLISHERS_PER_USER', {
    min: 1,
    max: 100_000,
    default: 5,
    description:
      'Most publishers that one user may own, where an admin has set no other number for the user.',
  });
}
