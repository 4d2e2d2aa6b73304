export { RunImageTaskJob } from './jobs/run-image-task.job.js';
export { ImageProxyModule } from './image-proxy.module.js';
export { ImageProxySettings } from './image-proxy.settings.js';
export { ImageUpstreamSettings } from './image-upstream.settings.js';
