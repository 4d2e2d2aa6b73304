import { MediaInputs, type Task, type TaskWorkResult } from '#libs/media/work';
import { OutboundHttp } from '#libs/platform/outbound';
import {
  type MediaContext,
  type MediaProvider,
  type MediaProviderGroup,
  ProviderOf,
  UpstreamClient,
  UpstreamTasks,
} from '#libs/media/providers';
import { ALL_IMAGE_KINDS } from '../image-kinds.js';
import { RunImageTaskJob } from '../jobs/run-image-task.job.js';
import { ImageUpstreamSettings } from './image-upstream.settings.js';
import { UpstreamImageApi } from './upstream-image-api.js';

const ESTIMATED_SECONDS = 30;

@ProviderOf(...ALL_IMAGE_KINDS)
export class UpstreamImageProviders implements MediaProviderGroup {
  readonly members: readonly MediaProvider[];

  constructor(
    { upstreams }: ImageUpstreamSettings,
    http: OutboundHttp,
    tasks: UpstreamTasks,
    inputs: MediaInputs,
  ) {
    this.members = upstreams.map(
      (options) => new UpstreamImageProvider(new UpstreamClient(http, options), tasks, inputs),
    );
  }
}

class UpstreamImageProvider implements MediaProvider {
  readonly name: string;
  readonly isPaid = true;
  readonly job = RunImageTaskJob;
  readonly concurrency = 4;

  constructor(
    readonly client: UpstreamClient,
    private readonly tasks: UpstreamTasks,
    private readonly inputs: MediaInputs,
  ) {
    this.name = client.options.provider;
  }

  estimateSeconds(): number {
    return ESTIMATED_SECONDS;
  }

  async run(task: Task, context: MediaContext): Promise<TaskWorkResult> {
    return this.tasks.run(task, context, this.apiOf(task));
  }

  apiOf(task: Task): UpstreamImageApi {
    return new UpstreamImageApi(this.client, this.inputs, task);
  }
}
