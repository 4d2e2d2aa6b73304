import { Injectable } from '@nestjs/common';
import { MediaInputs } from '#libs/media-inputs';
import { OutboundHttp } from '#libs/platform/outbound';
import { UpstreamClient, UpstreamTasks } from '#libs/providers';
import { type Task, TaskFailure, type TaskWorkContext, type TaskWorkResult } from '#libs/tasks';
import type { ImageProvider } from '../image-provider.js';
import { ImageProxySettings } from '../image-proxy.settings.js';
import { UpstreamImageApi } from './upstream-image-api.js';

const ESTIMATED_SECONDS = 30;
const CONCURRENCY = 4;

/** Has image tasks done by the vendor that the settings name. */
@Injectable()
export class UpstreamImageProvider implements ImageProvider {
  readonly name = 'upstream';
  readonly concurrency = CONCURRENCY;
  private readonly client: UpstreamClient | undefined;

  constructor(
    settings: ImageProxySettings,
    http: OutboundHttp,
    private readonly tasks: UpstreamTasks,
    private readonly inputs: MediaInputs,
  ) {
    this.client = settings.upstream && new UpstreamClient(http, settings.upstream);
  }

  /** Whether there is a vendor at all. */
  get isConfigured(): boolean {
    return this.client !== undefined;
  }

  estimateSeconds(): number {
    return ESTIMATED_SECONDS;
  }

  async run(task: Task, context: TaskWorkContext, folder: string): Promise<TaskWorkResult> {
    if (!this.client)
      throw new TaskFailure('provider_gone', 'The provider of this task is not in use any more.');
    return this.tasks.run(task, context, new UpstreamImageApi(this.client, this.inputs, task), folder);
  }
}
