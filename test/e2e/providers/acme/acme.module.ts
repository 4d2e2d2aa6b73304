import { Module } from '@nestjs/common';
import { RunImageTaskJob } from '#libs/media/image-proxy';
import { Settings } from '#libs/platform/config';
import { OutboundHttp } from '#libs/platform/outbound';
import {
  type MediaContext,
  type MediaProvider,
  ProviderGone,
  ProviderOf,
  ProvidersModule,
  readUpstreamOptions,
  type StoppedTask,
  UpstreamClient,
  UpstreamTasks,
  type VendorTaskApi,
  type VendorTaskState,
} from '#libs/media/providers';
import { requestOf, type Task, TasksModule, type TaskWorkResult } from '#libs/media/work';

class AcmeSettings extends Settings {
  readonly upstream = readUpstreamOptions(this.env, 'ACME');
}

/** The vendor's own words: a job has a `ticket`, and is `busy` until there is a `picture`. */
class AcmeApi implements VendorTaskApi {
  readonly maxFileBytes = 1024 * 1024;
  readonly submitPath = '/jobs';

  constructor(
    readonly client: UpstreamClient,
    private readonly task: Task,
  ) {}

  async requestBody(): Promise<object> {
    return { text: requestOf<{ prompt: string }>(this.task).prompt };
  }

  readVendorId(reply: unknown): string {
    return (reply as { ticket: string }).ticket;
  }

  statusPath(ticket: string): string {
    return `/jobs/${ticket}`;
  }

  readState(reply: unknown): VendorTaskState {
    const { picture } = reply as { picture?: string };
    return picture === undefined
      ? { kind: 'running' }
      : { kind: 'succeeded', files: [{ role: 'image', url: picture }] };
  }

  async identify(): Promise<string> {
    return 'image/png';
  }
}

/** A second vendor for images, which only relights. */
@ProviderOf('image-relight')
class AcmeProvider implements MediaProvider {
  readonly name = 'acme';
  readonly isPaid = true;
  readonly job = RunImageTaskJob;
  readonly concurrency = 2;
  readonly client: UpstreamClient | undefined;

  constructor(
    { upstream }: AcmeSettings,
    http: OutboundHttp,
    private readonly tasks: UpstreamTasks,
  ) {
    this.client = upstream && new UpstreamClient(http, upstream);
  }

  get isConfigured(): boolean {
    return this.client !== undefined;
  }

  estimateSeconds(): number {
    return 7;
  }

  async run(task: Task, context: MediaContext): Promise<TaskWorkResult> {
    if (!this.client) throw new ProviderGone();
    return this.tasks.run(task, context, new AcmeApi(this.client, task));
  }

  async stop({ id }: StoppedTask): Promise<boolean> {
    const { vendorId } = await this.tasks.findOrder(id);
    if (vendorId !== undefined) await this.client?.submit(`/jobs/${vendorId}/stop`, {}, `stop-${id}`);
    return vendorId !== undefined;
  }
}

@Module({
  imports: [TasksModule, ProvidersModule],
  providers: [AcmeSettings, AcmeProvider],
})
export class AcmeModule {}
