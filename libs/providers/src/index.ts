export { ProvidersModule } from './providers.module.js';
export { UpstreamClient } from './upstream-client.js';
export { type UpstreamFailureCode, upstreamFailure } from './upstream-failure.js';
export { readUpstreamOptions, type UpstreamOptions } from './upstream-options.js';
export { UpstreamTasks } from './upstream-tasks.service.js';
export {
  GarbledVendorReply,
  type VendorFile,
  type VendorTaskApi,
  type VendorTaskState,
} from './vendor-task-api.js';
