export { InstallationKeys } from './installation-keys.js';
export { JWKS_MAX_AGE_SECONDS } from './jwks.controller.js';
export { JwksResponse } from './jwks.response.js';
export { LinkProof } from './link-proof.request.js';
export { LinkSigner } from './link-signer.js';
export { RegistrySigner } from './registry-signer.js';
export { isSignedBy, SIGNING_KEY_PATTERN, SigningKey } from './signing-key.js';
export { SigningModule } from './signing.module.js';
export { SigningSettings } from './signing.settings.js';
