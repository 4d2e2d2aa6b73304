export type { OidcExchange } from './oidc-exchange.entity.js';
export { TokenExchange } from './token-exchange.js';
export { TrustedPublishingModule } from './trusted-publishing.module.js';
export { TrustedPublishingSettings } from './trusted-publishing.settings.js';
