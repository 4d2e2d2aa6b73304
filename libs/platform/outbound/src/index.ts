export { type AddressPolicy } from './address-policy.js';
export { type CallerUrlRules, checkCallerUrl } from './caller-url.js';
export { OutboundError, type OutboundErrorCode, type OutboundErrorFacts } from './outbound-error.js';
export { type DownloadedBuffer, type DownloadedFile, OutboundHttp } from './outbound-http.js';
export { type OutboundHttpOptions } from './outbound-options.js';
export { OutboundReply } from './outbound-reply.js';
export {
  type Credentials,
  type DownloadCall,
  type JsonCall,
  type OutboundBody,
  type OutboundCall,
  type OutboundRequest,
  type TrustUrl,
} from './outbound-request.js';
export { type Resolve } from './resolve-host.js';
export { isUrlLike, URL_MAX_CHARS, urlFormProblem, type UrlScheme } from './url-form.js';
export {
  type Repeatable,
  type VendorCircuit,
  VendorPolicy,
  type VendorPolicyOptions,
} from './vendor-policy.js';
export { OutboundModule, PRODUCT_VERSION } from './outbound.module.js';
export { OutboundSettings } from './outbound.settings.js';
