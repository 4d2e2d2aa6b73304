import { Injectable } from '@nestjs/common';
import type { Opening } from '#libs/platform/http';
import { MediaProviders } from '#libs/media/providers';
import { VIDEO_KINDS } from './video-kinds.js';
import { VideoProxySettings } from './video-proxy.settings.js';

/** Video endpoints are open unless their work costs money; the documented calls carry no token. */
@Injectable()
export class FreeVideos implements Opening {
  constructor(
    private readonly providers: MediaProviders,
    private readonly settings: VideoProxySettings,
  ) {}

  isOpen(): boolean {
    return this.settings.allowAnonymous || !VIDEO_KINDS.some((kind) => this.providers.current(kind)?.isPaid);
  }
}
