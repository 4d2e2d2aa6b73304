import { Injectable, type OnModuleInit } from '@nestjs/common';
import { TaskStarts } from '#libs/media/providers';
import { EXTEND_MODELS, ExtendVideoRequest } from './dto/extend-video.request.js';
import { ReferenceVideoRequest, StartEndVideoRequest } from './dto/generate-video.request.js';
import { VendorModels } from './vendor-models.js';
import { VIDEO_MODELS } from './video-models.js';
import { VideoTasksService } from './video-tasks.service.js';

/** Lets other APIs start videos. */
@Injectable()
export class VideoStarts implements OnModuleInit {
  constructor(
    private readonly starts: TaskStarts,
    private readonly models: VendorModels,
    private readonly videos: VideoTasksService,
  ) {}

  onModuleInit(): void {
    const callbackField = 'callback_url';
    for (const kind of ['video-start-end', 'video-reference'] as const)
      this.starts.register({
        ...{ kind, models: VIDEO_MODELS, callbackField },
        start: async (principal, fields, options) => {
          const type = kind === 'video-start-end' ? StartEndVideoRequest : ReferenceVideoRequest;
          return (await this.videos.generate(principal, kind, this.models.read(kind, type, fields, options)))
            .task;
        },
      });
    const kind = 'video-extend';
    this.starts.register({
      ...{ kind, models: EXTEND_MODELS, callbackField },
      start: async (principal, fields, options) =>
        (await this.videos.extend(principal, this.models.read(kind, ExtendVideoRequest, fields, options)))
          .task,
    });
  }
}
