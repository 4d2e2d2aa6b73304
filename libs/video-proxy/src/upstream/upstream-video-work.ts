import { Injectable } from '@nestjs/common';
import { AssetsService } from '#libs/assets';
import { MediaInputs } from '#libs/media-inputs';
import { OutboundError, OutboundHttp } from '#libs/platform/outbound';
import { UpstreamClient, UpstreamTasks } from '#libs/providers';
import { type Task, TaskFailure, type TaskWorkContext, type TaskWorkResult } from '#libs/tasks';
import { UpstreamVideoApi } from './upstream-video-api.js';
import { VendorCallbackLinks } from './vendor-callback-links.js';
import { VideoProxySettings } from '../video-proxy.settings.js';

/** Can be changed by the path map, under the kind's name and `.cancel`. */
const CANCEL_PATH = '/tasks/{task_id}/cancel';

/** Has the work of video tasks done by the vendor that the settings name. */
@Injectable()
export class UpstreamVideoWork {
  private readonly client: UpstreamClient | undefined;

  constructor(
    private readonly settings: VideoProxySettings,
    http: OutboundHttp,
    private readonly tasks: UpstreamTasks,
    private readonly inputs: MediaInputs,
    private readonly assets: AssetsService,
    private readonly callbacks: VendorCallbackLinks,
  ) {
    this.client = settings.upstream && new UpstreamClient(http, settings.upstream);
  }

  /** Whether there is a vendor at all. */
  get isConfigured(): boolean {
    return this.client !== undefined;
  }

  /**
   * One step of the work on a task; `pending` until the vendor has done it.
   * @throws TaskFailure as `UpstreamTasks.run`, and `provider_gone` when no vendor is configured any more.
   */
  async run(task: Task, context: TaskWorkContext, folder: string): Promise<TaskWorkResult> {
    if (!this.client)
      throw new TaskFailure('provider_gone', 'The provider that began this task is not in use any more.');
    const api = new UpstreamVideoApi(this.client, task, {
      inputs: this.inputs,
      assets: this.assets,
      callbackUrl: this.callbacks.linkFor(task),
      namesCreation: this.settings.extendSends === 'both',
    });
    return this.tasks.run(task, context, api, folder);
  }

  /**
   * Tells the vendor to stop what it does for the task.
   * @returns Whether that is settled; not while an order may be on its way.
   * @throws OutboundError when the vendor cannot be reached.
   */
  async stop(task: Pick<Task, 'id' | 'kind'>): Promise<boolean> {
    if (!this.client) return true;
    const { vendorId, isOpen } = await this.tasks.standing(task.id);
    if (vendorId === undefined) return !isOpen;
    const path = this.client.path(`${task.kind}.cancel`, CANCEL_PATH, { task_id: vendorId });
    try {
      await this.client.order(path, { id: vendorId }, `cancel-${task.id}`);
    } catch (error) {
      // A refusal means that there is nothing left to stop.
      if (!(error instanceof OutboundError) || error.code !== 'bad_status' || error.retryable) throw error;
    }
    return true;
  }
}
