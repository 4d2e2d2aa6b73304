import { AssetsService } from '#libs/media/assets';
import { MediaInputs, type Task, type TaskWorkResult } from '#libs/media/work';
import { OutboundError, OutboundHttp } from '#libs/platform/outbound';
import {
  type MediaContext,
  type MediaProvider,
  type MediaProviderGroup,
  type MediaWork,
  ProviderOf,
  type StoppedTask,
  UpstreamClient,
  UpstreamTasks,
} from '#libs/media/providers';
import { FollowVideoTaskJob } from '../jobs/follow-video-task.job.js';
import { VIDEO_KINDS } from '../video-kinds.js';
import { UpstreamVideoApi } from './upstream-video-api.js';
import { VendorCallbacks } from './vendor-callbacks.js';
import { VideoUpstreamSettings } from './video-upstream.settings.js';

/** Observed times of vendors: a start-up time, then some time for each second of video. */
const START_SECONDS = 30;
const SECONDS_PER_SECOND = 8;
/** The path map can change it, by the kind's name and `.cancel`. */
const CANCEL_PATH = '/tasks/{task_id}/cancel';

@ProviderOf(...VIDEO_KINDS)
export class UpstreamVideoProviders implements MediaProviderGroup {
  readonly members: readonly MediaProvider[];

  constructor(
    { upstreams }: VideoUpstreamSettings,
    http: OutboundHttp,
    tasks: UpstreamTasks,
    inputs: MediaInputs,
    assets: AssetsService,
    callbacks: VendorCallbacks,
  ) {
    this.members = upstreams.map(
      (options) =>
        new UpstreamVideoProvider(new UpstreamClient(http, options), tasks, inputs, assets, callbacks),
    );
  }
}

class UpstreamVideoProvider implements MediaProvider {
  readonly name: string;
  readonly isPaid = true;
  readonly job = FollowVideoTaskJob;
  readonly concurrency = 8;

  constructor(
    readonly client: UpstreamClient,
    private readonly tasks: UpstreamTasks,
    private readonly inputs: MediaInputs,
    private readonly assets: AssetsService,
    private readonly callbacks: VendorCallbacks,
  ) {
    this.name = client.options.provider;
  }

  estimateSeconds({ durationSeconds = 0 }: MediaWork): number {
    return START_SECONDS + SECONDS_PER_SECOND * durationSeconds;
  }

  async run(task: Task, context: MediaContext): Promise<TaskWorkResult> {
    return this.tasks.run(task, context, this.apiOf(task));
  }

  apiOf(task: Task): UpstreamVideoApi {
    return new UpstreamVideoApi(this.client, task, {
      inputs: this.inputs,
      assets: this.assets,
      callbackUrl: this.callbacks.linkFor(task, this.client.options),
      namesCreation: this.client.options.extendSends === 'both',
    });
  }

  /** @throws OutboundError when the vendor cannot be reached. */
  async stop(task: StoppedTask): Promise<boolean> {
    const { vendorId, vendorKey, isOpen } = await this.tasks.findOrder(task.id);
    if (vendorId === undefined) return !isOpen;
    const path = this.client.path(`${task.kind}.cancel`, CANCEL_PATH, { task_id: vendorId });
    try {
      await this.client.submit(path, { id: vendorId }, `cancel-${task.id}`, vendorKey);
    } catch (error) {
      // A refusal means that there is nothing left to stop.
      if (!(error instanceof OutboundError) || error.code !== 'bad_status' || error.retryable) throw error;
    }
    return true;
  }
}
