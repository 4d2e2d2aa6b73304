export { LinkProof, LinkSigner } from './link-signer.js';
export { SigningModule } from './signing.module.js';
export { SigningSettings } from './signing.settings.js';
