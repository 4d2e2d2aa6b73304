import { Module } from '@nestjs/common';
import { AssetsModule } from '#libs/media/assets';
import { MediaInputsModule, PricingModule, TasksModule } from '#libs/media/work';
import { ProvidersModule } from '#libs/media/providers';
import { ExtendSources } from './extend-sources.js';
import { FollowVideoTaskJob } from './jobs/follow-video-task.job.js';
import { RunVideoTaskJob } from './jobs/run-video-task.job.js';
import { LocalVideoProvider } from './local-video.provider.js';
import { VideoUpstreamSettings } from './video-upstream.settings.js';
import { VideoVendors } from './video-vendors.js';
import { FreeVideos } from './free-videos.js';
import { VendorModels } from './vendor-models.js';
import { VideoProxyController } from './video-proxy.controller.js';
import { VideoProxySettings } from './video-proxy.settings.js';
import { VideoQuotes } from './video-quotes.js';
import { VideoStarts } from './video-starts.js';
import { VideoTasksService } from './video-tasks.service.js';

@Module({
  imports: [TasksModule, AssetsModule, MediaInputsModule, PricingModule, ProvidersModule],
  controllers: [VideoProxyController],
  providers: [
    VideoProxySettings,
    VideoUpstreamSettings,
    VideoTasksService,
    VideoStarts,
    FreeVideos,
    VideoQuotes,
    VendorModels,
    ExtendSources,
    LocalVideoProvider,
    RunVideoTaskJob,
    VideoVendors,
    FollowVideoTaskJob,
  ],
})
export class VideoProxyModule {}
