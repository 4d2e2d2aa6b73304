import { Injectable, type OnModuleInit } from '@nestjs/common';
import { TaskStarts } from '#libs/media/providers';
import { readRequest } from '#libs/platform/http';
import { ObjectStorage } from '#libs/platform/storage';
import { MusicFromTextRequest, MusicFromVideoRequest } from './dto/music.request.js';
import { MusicTasksService } from './music-tasks.service.js';
import { VideoSource } from './video-source.js';

/** Lets other APIs start music. */
@Injectable()
export class MusicStarts implements OnModuleInit {
  constructor(
    private readonly starts: TaskStarts,
    private readonly music: MusicTasksService,
    private readonly videos: VideoSource,
    private readonly storage: ObjectStorage,
  ) {}

  onModuleInit(): void {
    this.starts.register({
      kind: 'music-from-text',
      start: async (principal, fields, options) => {
        const { prompt, duration } = readRequest(MusicFromTextRequest, fields, options);
        return this.music.startFromText(principal, prompt, duration);
      },
    });
    this.starts.register({
      kind: 'music-from-video',
      start: async (principal, fields, options) => {
        const request = readRequest(MusicFromVideoRequest, fields, options);
        // The video is fetched within its own time limit, whether or not the caller stays.
        const { signal } = new AbortController();
        return this.storage.inLazyScratchFolder((folder) => {
          const video = () => this.videos.only(request, { files: [], folder, signal });
          return this.music.startFromVideo(principal, request.prompt ?? '', video);
        });
      },
    });
  }
}
