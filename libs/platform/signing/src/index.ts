export { LinkProof } from './link-proof.request.js';
export { LinkSigner } from './link-signer.js';
export { SigningModule } from './signing.module.js';
export { SigningSettings } from './signing.settings.js';
