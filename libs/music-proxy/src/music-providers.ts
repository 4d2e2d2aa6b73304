import { Injectable } from '@nestjs/common';
import { LocalMusicProvider } from './local-music.provider.js';
import type { MusicProvider } from './music-provider.js';
import { UpstreamMusicProvider } from './upstream/upstream-music.provider.js';
import { MusicUpstreamSettings } from './upstream/music-upstream.settings.js';

/** The provider for new tasks, and those of tasks that are under way. */
@Injectable()
export class MusicProviders {
  /** The one that takes new tasks. */
  readonly current: MusicProvider;

  constructor(
    private readonly local: LocalMusicProvider,
    private readonly upstream: UpstreamMusicProvider,
    settings: MusicUpstreamSettings,
  ) {
    this.current = settings.upstream ? upstream : local;
  }

  /** @throws Error when no provider has the name (any more). */
  require(name: string): MusicProvider {
    if (name === this.local.name) return this.local;
    if (name === this.upstream.name) return this.upstream;
    throw new Error(`No music provider is called ${name}`);
  }
}
