export { ProvidersModule } from './providers.module.js';
export { UpstreamClient } from './upstream-client.js';
export {
  answerOf,
  isContentRefusal,
  type UpstreamFailureCode,
  upstreamFailure,
  type VendorFailure,
} from './upstream-failure.js';
export { readUpstreamOptions, type UpstreamOptions } from './upstream-options.js';
export { UpstreamStreams } from './upstream-streams.service.js';
export { UpstreamTasks } from './upstream-tasks.service.js';
export {
  GarbledVendorReply,
  UnusableResult,
  type VendorFile,
  type VendorTaskApi,
  type VendorTaskState,
} from './vendor-task-api.js';
export { countedCall, showCircuit } from './vendor-metrics.js';
export { vendorWords } from './vendor-words.js';
