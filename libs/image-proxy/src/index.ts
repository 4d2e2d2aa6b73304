export { ImageProxyModule } from './image-proxy.module.js';
export { ImageProxySettings } from './image-proxy.settings.js';
