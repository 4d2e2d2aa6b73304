import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { LedgerModule } from '#libs/accounts/ledger';
import { MediaInputsModule, PricingModule, TasksModule } from '#libs/media/work';
import { ProviderCalls } from './calls/provider-calls.js';
import { ProviderCallsRepository } from './calls/provider-calls.repository.js';
import { FollowOrdersJob } from './jobs/follow-orders.job.js';
import { StopTaskJob } from './jobs/stop-task.job.js';
import { KnownProviders } from './choice/known-providers.js';
import { MediaProviders } from './choice/media-providers.js';
import { MediaTasks } from './choice/media-tasks.js';
import { TaskStarts } from './choice/task-starts.js';
import { VendorTrials } from './choice/vendor-trials.js';
import { OrderEnds } from './orders/order-ends.js';
import { OrderResumption } from './orders/order-resumption.js';
import { OrderFollower } from './orders/order-follower.js';
import { OrderResolutions } from './orders/order-resolutions.js';
import { OrderSteps } from './orders/order-steps.js';
import { VendorOrdersRepository } from './orders/vendor-orders.repository.js';
import { ProviderStops } from './jobs/provider-stops.js';
import { ProvidersSettings } from './choice/providers.settings.js';
import { UpstreamRetries } from './runs/upstream-retries.js';
import { UpstreamStreams } from './runs/upstream-streams.js';
import { UpstreamTasks } from './runs/upstream-tasks.js';
import { VendorMoves } from './orders/vendor-moves.js';
import { VendorStates } from './vendors/vendor-states.js';
import { VendorCallbacks } from './callbacks/vendor-callbacks.js';
import { VendorCallbacksController } from './callbacks/vendor-callbacks.controller.js';
import { VendorChecks } from './runs/vendor-checks.js';
import { VendorProviders } from './runs/vendor-providers.js';
import { VendorsFollower } from './runs/vendors-follower.js';
import { VendorsTrial } from './runs/vendors-trial.js';
import { VendorStatesRepository } from './vendors/vendor-states.repository.js';

@Module({
  imports: [DiscoveryModule, LedgerModule, TasksModule, MediaInputsModule, PricingModule],
  controllers: [VendorCallbacksController],
  providers: [
    ProvidersSettings,
    KnownProviders,
    MediaProviders,
    MediaTasks,
    TaskStarts,
    VendorTrials,
    ProviderCalls,
    ProviderCallsRepository,
    ProviderStops,
    StopTaskJob,
    VendorOrdersRepository,
    OrderEnds,
    OrderResumption,
    OrderFollower,
    OrderResolutions,
    FollowOrdersJob,
    OrderSteps,
    UpstreamRetries,
    UpstreamStreams,
    UpstreamTasks,
    VendorMoves,
    VendorCallbacks,
    VendorProviders,
    VendorsFollower,
    VendorsTrial,
    VendorChecks,
    VendorStates,
    VendorStatesRepository,
  ],
  exports: [
    VendorsTrial,
    ProvidersSettings,
    OrderEnds,
    OrderResolutions,
    MediaProviders,
    MediaTasks,
    TaskStarts,
    VendorTrials,
    VendorStates,
    ProviderCalls,
    UpstreamStreams,
    UpstreamTasks,
    VendorProviders,
    VendorChecks,
  ],
})
export class ProvidersModule {}
