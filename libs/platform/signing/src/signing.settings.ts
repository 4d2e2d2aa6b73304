import { Settings } from '#libs/platform/config';

export class SigningSettings extends Settings {
  readonly secret = this.env.optionalSecret('SIGNING_SECRET', {
    minLength: 32,
    description:
      'Secret of signed links, at least 32 characters. Without it one is generated and stored in the database.',
  });
}
