export { VideoProxyModule } from './video-proxy.module.js';
export { VideoProxySettings } from './video-proxy.settings.js';
export { VideoUpstreamSettings } from './upstream/video-upstream.settings.js';
