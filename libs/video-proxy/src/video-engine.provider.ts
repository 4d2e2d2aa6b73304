import { VideoEngine } from '#libs/engines/video';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { VideoProxySettings } from './video-proxy.settings.js';

/** The one video engine of the process. */
@Injectable()
export class OwnVideoEngine extends VideoEngine implements OnApplicationShutdown {
  constructor(settings: VideoProxySettings) {
    super({ maxConcurrent: settings.concurrency });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }
}
