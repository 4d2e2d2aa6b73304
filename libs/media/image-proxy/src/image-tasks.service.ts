import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  GivenImage,
  type GivenQuote,
  type MediaInput,
  Prices,
  TaskKinds,
  TaskReply,
  TasksService,
  TaskWaits,
} from '#libs/media/work';
import { type Principal, readRequest, type ReplyWithHeaders, sentFields } from '#libs/platform/http';
import { MediaTasks, type PricedWork, TaskStarts, VendorTrials } from '#libs/media/providers';
import { ImageTask, type ImageTaskEnvelope } from './dto/image-task.response.js';
import { IMAGE_BASE, IMAGE_ENDPOINTS } from './image-endpoints.js';
import { ALL_IMAGE_KINDS, type ImageKind, imageStatus } from './image-kinds.js';

@Injectable()
export class ImageTasksService implements OnModuleInit {
  constructor(
    private readonly tasks: TasksService,
    private readonly kinds: TaskKinds,
    private readonly media: MediaTasks,
    private readonly prices: Prices,
    private readonly trials: VendorTrials,
    private readonly starts: TaskStarts,
    private readonly waits: TaskWaits,
  ) {}

  onModuleInit(): void {
    this.prices.offer(ALL_IMAGE_KINDS.map((kind) => (prices) => prices.image(kind)));
    for (const kind of ALL_IMAGE_KINDS) {
      this.kinds.register({
        name: kind,
        nativeStatus: imageStatus,
        notification: (task, outputs) => ImageTask.from(task, outputs),
      });
      const { path, request } = IMAGE_ENDPOINTS[kind];
      const endpoint = `/${IMAGE_BASE}/${path}`;
      this.trials.register(kind, async (principal, vendor) => {
        const small = readRequest(request, this.smallRequest(kind), { convertsText: false });
        return (await this.start(principal, kind, small, undefined, vendor)).task;
      });
      this.starts.register({
        kind,
        callbackField: 'webhook_url',
        start: async (principal, fields, options) =>
          (await this.start(principal, kind, readRequest(request, fields, options))).task,
      });
      this.media.quoteFor({
        ...{ kinds: [kind], endpoint, request },
        workOf: (fields) => ({ kind, ...this.workOf(kind, fields) }),
      });
    }
  }

  /**
   * As `start`, and waits for the end as the caller prefers.
   * @throws As `MediaTasks.start`.
   */
  async submit(
    principal: Principal,
    kind: ImageKind,
    request: object,
    quote?: GivenQuote,
  ): Promise<TaskReply<ImageTask>> {
    const created = await this.start(principal, kind, request, quote);
    return this.waits.asPreferred(created, ({ task, outputs }) => ImageTask.from(task, outputs));
  }

  /** @throws As `MediaTasks.start`. */
  async start(
    principal: Principal,
    kind: ImageKind,
    request: object,
    quote?: GivenQuote,
    vendor?: string,
  ): Promise<TaskReply<ImageTask>> {
    const { webhook_url: url, ...fields } = { ...request } as Record<string, unknown> & {
      webhook_url?: string;
    };
    const sent = sentFields(request);
    const inputs = imagesIn(kind, fields);
    const task = await this.media.start(principal, quote, () => ({
      kind,
      ...this.workOf(kind, fields),
      inputs,
      sent,
      vendor,
      callback: url === undefined ? undefined : { field: 'webhook_url', url },
      request: (references) => ({
        ...fields,
        ...Object.fromEntries(inputs.map(({ field }, index) => [field, references[index]])),
      }),
    }));
    return new TaskReply(task, ImageTask.from(task, []));
  }

  /** @throws TaskNotFound when the caller may not see the task, or it is of none of the kinds. */
  async get(
    principal: Principal,
    id: string,
    kinds: readonly ImageKind[],
  ): Promise<ReplyWithHeaders<ImageTaskEnvelope>> {
    const { task, outputs } = await this.tasks.requireVisibleWithOutputs(principal, id, kinds);
    return new TaskReply(task, { data: ImageTask.from(task, outputs) });
  }

  private smallRequest(kind: ImageKind): object {
    const image = this.trials.sample('portrait.jpg');
    if (kind === 'image-relight') return { image, prompt: 'warm light from the left' };
    if (kind === 'image-style-transfer')
      return { image, reference_image: this.trials.sample('painting.jpg') };
    return { image };
  }

  private workOf(kind: ImageKind, { image }: { image?: unknown }): PricedWork {
    const pixels = image instanceof GivenImage ? image.claimedPixels() : undefined;
    const work = pixels === undefined ? {} : { megapixels: pixels / 1e6 };
    return { basis: {}, price: () => this.prices.image(kind), work };
  }
}

function imagesIn(kind: ImageKind, fields: Readonly<Record<string, unknown>>): MediaInput[] {
  const { imageFields, schemes } = IMAGE_ENDPOINTS[kind];
  return imageFields.flatMap((field) => {
    const image = fields[field];
    if (!(image instanceof GivenImage)) return [];
    return { field, url: image.url, bytes: image.bytes, ...(schemes ? { schemes } : {}) };
  });
}
