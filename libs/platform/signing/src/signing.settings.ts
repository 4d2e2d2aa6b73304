import { Settings } from '#libs/platform/config';
import { SIGNING_KEY_PATTERN } from './signing-key.js';

export class SigningSettings extends Settings {
  readonly secret = this.env.optionalSecret('SIGNING_SECRET', {
    minLength: 32,
    description:
      'Secret of signed links, at least 32 characters. Without it one is generated and stored in the database.',
  });

  readonly registryKey = this.env.optionalSecret('REGISTRY_SIGNING_KEY', {
    pattern: SIGNING_KEY_PATTERN,
    rule: 'line that `atelier bundle keygen` prints',
    description:
      'Ed25519 key that signs snapshots of the registry: PKCS #8 in Base64. Without it one is generated and stored in the database.',
  });
}
