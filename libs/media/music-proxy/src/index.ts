export { MusicProxyModule } from './music-proxy.module.js';
export { MusicProxySettings } from './music-proxy.settings.js';
export { MusicUpstreamSettings } from './upstream/music-upstream.settings.js';
