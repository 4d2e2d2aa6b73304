export { type Durations, quantileMs, sumOf } from './calls/durations.js';
export { partsOfError } from './calls/call-log.js';
export { ProviderCalls } from './calls/provider-calls.js';
export type { StoredCalls, StoredCircuit, StoredRest } from './calls/provider-calls.repository.js';
export { OrderResolutions, type Resolution } from './orders/order-resolutions.js';
export { OrderEnds } from './orders/order-ends.js';
export { OrderNotFetched } from './choice/providers.errors.js';
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
  seedOf,
  type StoppedTask,
  type WorkToGive,
} from './choice/media-provider.js';
export { type AdapterClass, ADAPTERS } from './adapters/index.js';
export { MediaProviders } from './choice/media-providers.js';
export { MediaTasks, type NewMediaTask, type PricedWork } from './choice/media-tasks.js';
export { type TaskFields, TaskStarts } from './choice/task-starts.js';
export { type TrialOffer, VendorTrials } from './choice/vendor-trials.js';
export { StartsTask } from './choice/starts-task.js';
export { ProvidersModule } from './providers.module.js';
export { ProvidersSettings } from './choice/providers.settings.js';
export { UpstreamClient } from './upstream/upstream-client.js';
export {
  answerOf,
  isContentRefusal,
  isVendorFailure,
  type UpstreamFailureCode,
  upstreamFailure,
  type VendorFailure,
} from './upstream/upstream-failure.js';
export type { UpstreamOptions } from './terms/upstream-options.js';
export { costOf } from './terms/vendor-cost.js';
export { readUpstreamOptions } from './vendors/read-upstream-options.js';
export { type StreamOrder, UpstreamStreams } from './runs/upstream-streams.js';
export { inCurrency } from './terms/vendor-cost.js';
export { sumVendorCredits, VENDOR_CREDITS_DECIMALS, VENDOR_CREDITS_MAX } from './terms/vendor-credits.js';
export {
  GarbledVendorReply,
  type PlacedOrder,
  type Send,
  VendorAdapter,
  type VendorFile,
  type VendorTaskState,
} from './adapters/vendor-adapter.js';
export { encodedBody, type VendorCall, type VendorReply } from './adapters/vendor-call.js';
export { adapterOf } from './adapters/index.js';
export { VendorInput } from './adapters/vendor-input.js';
export type { VendorWork } from './adapters/vendor-work.js';
export { askState } from './choice/vendor-task.js';
export { CHECK_STATES, type VendorCheck, VendorChecks } from './runs/vendor-checks.js';
export { openVendor, VendorProviders } from './runs/vendor-providers.js';
export { type VendorArea, VendorProvider } from './runs/vendor-provider.js';
export { optionalVendorCredits, vendorCredits } from './adapters/vendor-reply.js';
export { vendorWords } from './upstream/vendor-words.js';
export { STANDARD_SECRET } from './terms/callback-signature.js';
export { type AreaVendors, readVendors, upstreamsOf } from './vendors/read-vendors.js';
export { VENDOR_AREAS } from './vendors/vendors-file.js';
export {
  type InputField,
  isModelKind,
  type InputSchema,
  MODEL_EXAMPLES,
  MODEL_FIELDS,
  MODEL_KIND_NAMES,
  type OfferedModel,
} from './terms/model-kinds.js';
export { VendorStates } from './vendors/vendor-states.js';
export { VendorsTrial } from './runs/vendors-trial.js';
