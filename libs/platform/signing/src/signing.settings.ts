import { Settings } from '#libs/platform/config';
import { SIGNING_KEY_PATTERN } from './signing-key.js';

/** Names the generated key. */
export const STORED_KEY = 'stored';

export class SigningSettings extends Settings {
  readonly secret = this.env.optionalSecret('SIGNING_SECRET', {
    minLength: 32,
    description:
      'Secret of signed links, at least 32 characters. Without it one is generated and stored in the database.',
  });

  readonly key = this.env.optionalSecret('SIGNING_KEY', {
    pattern: SIGNING_KEY_PATTERN,
    rule: 'line that `atelier bundle keygen` prints',
    description:
      'Ed25519 key of the installation, whose signatures everybody can verify: PKCS #8 in Base64. Without it one is generated and stored in the database.',
  });

  readonly previousKey = this.env.optionalSecret('SIGNING_KEY_PREVIOUS', {
    pattern: new RegExp(`^${STORED_KEY}$|${SIGNING_KEY_PATTERN.source}`),
    rule: `line as \`SIGNING_KEY\`, or \`${STORED_KEY}\``,
    description: `The key that \`SIGNING_KEY\` replaces, or \`${STORED_KEY}\` for the generated one. It signs along, and is published, until this is removed: some days later, when receivers know the new one.`,
  });

  readonly registryKey = this.env.optionalSecret('REGISTRY_SIGNING_KEY', {
    pattern: SIGNING_KEY_PATTERN,
    rule: 'line that `atelier bundle keygen` prints',
    description:
      'Ed25519 key that signs snapshots of the registry: PKCS #8 in Base64. Without it one is generated and stored in the database.',
  });
}
