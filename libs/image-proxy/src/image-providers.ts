import { Injectable } from '@nestjs/common';
import { TaskFailure } from '#libs/tasks';
import type { ImageProvider } from './image-provider.js';
import { LocalImageProvider } from './local-image.provider.js';
import { UpstreamImageProvider } from './upstream/upstream-image.provider.js';

/** The provider for new tasks, and those of tasks that are under way. */
@Injectable()
export class ImageProviders {
  constructor(
    private readonly local: LocalImageProvider,
    private readonly upstream: UpstreamImageProvider,
  ) {}

  /** The one that takes new tasks: the upstream where one is configured. */
  get current(): ImageProvider {
    return this.upstream.isConfigured ? this.upstream : this.local;
  }

  /** @throws TaskFailure when the provider that began the task is not configured any more. */
  require(name: string): ImageProvider {
    if (name === this.local.name) return this.local;
    if (name === this.upstream.name && this.upstream.isConfigured) return this.upstream;
    throw new TaskFailure('provider_gone', 'The provider that began this task is not in use any more.');
  }
}
