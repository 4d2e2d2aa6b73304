import { Module } from '@nestjs/common';
import { AssetsModule } from '#libs/media/assets';
import { MediaInputsModule, PricingModule, TasksModule } from '#libs/media/work';
import { ProvidersModule } from '#libs/media/providers';
import { CleanMusicLinesJob } from './jobs/clean-music-lines.job.js';
import { RunMusicTaskJob } from './jobs/run-music-task.job.js';
import { LocalMusicProvider } from './local-music.provider.js';
import { MusicAudioController } from './music-audio.controller.js';
import { MusicAudio } from './music-audio.js';
import { MusicForms } from './music-forms.js';
import { MusicCharges } from './music-charges.js';
import { MusicLinesRepository } from './music-lines.repository.js';
import { MusicLines } from './music-lines.js';
import { MusicProxyController } from './music-proxy.controller.js';
import { MusicProxySettings } from './music-proxy.settings.js';
import { MusicStarts } from './music-starts.js';
import { MusicStreams } from './music-streams.js';
import { MusicTasksService } from './music-tasks.service.js';
import { MusicUpstreamSettings } from './upstream/music-upstream.settings.js';
import { MusicVendors } from './music-vendors.js';
import { VideoSource } from './video-source.js';

@Module({
  imports: [TasksModule, AssetsModule, MediaInputsModule, PricingModule, ProvidersModule],
  controllers: [MusicProxyController, MusicAudioController],
  providers: [
    MusicProxySettings,
    MusicUpstreamSettings,
    MusicLinesRepository,
    MusicLines,
    MusicAudio,
    MusicForms,
    MusicCharges,
    MusicTasksService,
    MusicStarts,
    MusicStreams,
    LocalMusicProvider,
    MusicVendors,
    VideoSource,
    RunMusicTaskJob,
    CleanMusicLinesJob,
  ],
})
export class MusicProxyModule {}
