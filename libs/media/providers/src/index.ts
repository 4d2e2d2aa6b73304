export { type Durations, quantileMs, sumOf } from './calls/durations.js';
export { ProviderCalls } from './calls/provider-calls.js';
export type { StoredCalls, StoredCircuit, StoredRest } from './calls/provider-calls.repository.js';
export { OrderResolutions, type Resolution } from './orders/order-resolutions.js';
export { OrderEnds } from './orders/order-ends.js';
export { OrderNotFetched } from './orders/order.errors.js';
export {
  billedCredits,
  ORDER_OUTCOMES,
  ORDER_STATES,
  type OrderOutcome,
  type OrderState,
  type VendorOrder,
} from './orders/vendor-order.entity.js';
export { MediaTaskJob } from './jobs/media-task.job.js';
export {
  type MediaContext,
  type MediaProvider,
  type MediaProviderGroup,
  type MediaWork,
  ProviderOf,
  type StoppedTask,
} from './media-provider.js';
export { MediaProviders, type WorkToGive } from './media-providers.js';
export { MediaTasks, type NewMediaTask, type PricedWork } from './media-tasks.js';
export { ProviderGone } from './provider-gone.js';
export { ProvidersModule } from './providers.module.js';
export { ProvidersSettings } from './providers.settings.js';
export { StartsTask } from './starts-task.js';
export { seedOf } from './task-seed.js';
export { UpstreamClient } from './upstream-client.js';
export {
  answerOf,
  isContentRefusal,
  type UpstreamFailureCode,
  upstreamFailure,
  type VendorFailure,
} from './upstream-failure.js';
export { readUpstreamOptions, type UpstreamOptions } from './upstream-options.js';
export { type StreamOrder, UpstreamStreams } from './upstream-streams.js';
export { UpstreamTasks } from './upstream-tasks.js';
export { sumVendorCredits, VENDOR_CREDITS_DECIMALS, VENDOR_CREDITS_MAX } from './vendor-credits.js';
export {
  GarbledVendorReply,
  UnusableResult,
  type VendorFile,
  type VendorTaskApi,
  type VendorTaskState,
} from './vendor-task-api.js';
export { optionalVendorCredits, parseReply, vendorCredits, vendorId } from './vendor-reply.js';
export { vendorWords } from './vendor-words.js';
export { isSigned, STANDARD_SECRET } from './vendors/callback-signature.js';
export { readVendors } from './vendors/read-vendors.js';
export { VendorStates } from './vendors/vendor-states.js';
