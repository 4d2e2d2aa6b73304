import { Injectable } from '@nestjs/common';
import { LocalVideoProvider } from './local-video.provider.js';
import { UpstreamVideoProvider } from './upstream/upstream-video.provider.js';
import type { VideoProvider } from './video-provider.js';
import { VideoProxySettings } from './video-proxy.settings.js';

/** Chooses who works on new tasks. */
@Injectable()
export class VideoProviders {
  constructor(
    private readonly settings: VideoProxySettings,
    private readonly local: LocalVideoProvider,
    private readonly upstream: UpstreamVideoProvider,
  ) {}

  /** The one that takes new tasks: the upstream where one is configured. */
  get current(): VideoProvider {
    return this.settings.upstream ? this.upstream : this.local;
  }
}
