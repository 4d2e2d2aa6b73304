import { Settings } from '#libs/platform/config';

export class PublishersSettings extends Settings {
  readonly publishersPerUser = this.env.int('PUBLISHERS_PER_USER', {
    min: 1,
    max: 100_000,
    default: 5,
    description: 'Most publishers that a user may own, unless an admin has set another number for that user.',
  });
}
