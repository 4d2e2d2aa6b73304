export { VideoProxyModule } from './video-proxy.module.js';
export { VideoProxySettings } from './video-proxy.settings.js';
export { VideoUpstreamSettings } from './video-upstream.settings.js';
