export { LinkProof } from './link-proof.request.js';
export { LinkSigner } from './link-signer.js';
export { RegistrySigner } from './registry-signer.js';
export { isSignedBy, SIGNING_KEY_PATTERN, SigningKey } from './signing-key.js';
export { SigningModule } from './signing.module.js';
export { SigningSettings } from './signing.settings.js';
