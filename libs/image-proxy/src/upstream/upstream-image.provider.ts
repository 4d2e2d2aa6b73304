import { MediaInputs } from '#libs/media-inputs';
import { OutboundHttp } from '#libs/platform/outbound';
import {
  type MediaContext,
  type MediaProvider,
  ProviderGone,
  ProviderOf,
  UpstreamClient,
  UpstreamTasks,
} from '#libs/providers';
import type { Task, TaskWorkResult } from '#libs/tasks';
import { ALL_IMAGE_KINDS } from '../image-kinds.js';
import { RunImageTaskJob } from '../jobs/run-image-task.job.js';
import { ImageUpstreamSettings } from './image-upstream.settings.js';
import { UpstreamImageApi } from './upstream-image-api.js';

const ESTIMATED_SECONDS = 30;

/** Has image tasks done by the vendor that the settings name. */
@ProviderOf(...ALL_IMAGE_KINDS)
export class UpstreamImageProvider implements MediaProvider {
  readonly name = 'upstream';
  readonly isPaid = true;
  readonly job = RunImageTaskJob;
  readonly concurrency = 4;
  readonly client: UpstreamClient | undefined;

  constructor(
    { upstream }: ImageUpstreamSettings,
    http: OutboundHttp,
    private readonly tasks: UpstreamTasks,
    private readonly inputs: MediaInputs,
  ) {
    this.client = upstream && new UpstreamClient(http, upstream);
  }

  get isConfigured(): boolean {
    return this.client !== undefined;
  }

  estimateSeconds(): number {
    return ESTIMATED_SECONDS;
  }

  async run(task: Task, context: MediaContext): Promise<TaskWorkResult> {
    if (!this.client) throw new ProviderGone();
    return this.tasks.run(task, context, new UpstreamImageApi(this.client, this.inputs, task));
  }
}
