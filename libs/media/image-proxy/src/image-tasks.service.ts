import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import {
  GivenImage,
  type GivenQuote,
  MediaInputs,
  Prices,
  type Quote,
  Quoters,
  type TaskForm,
  TaskKinds,
  TaskReply,
  TasksService,
} from '#libs/media/work';
import type { Principal, ReplyWithHeaders } from '#libs/platform/http';
import { MediaProviders } from '#libs/media/providers';
import { ImageTask, type ImageTaskEnvelope } from './dto/image-task.response.js';
import { IMAGE_BASE, IMAGE_ENDPOINTS } from './image-endpoints.js';
import { ALL_IMAGE_KINDS, type ImageKind, imageStatus } from './image-kinds.js';

const enveloped: TaskForm<ImageTaskEnvelope> = (task, outputs) =>
  new TaskReply(task, { data: ImageTask.from(task, outputs) });

/** Starts image tasks and reads their status. */
@Injectable()
export class ImageTasksService implements OnModuleInit {
  constructor(
    private readonly tasks: TasksService,
    private readonly kinds: TaskKinds,
    private readonly inputs: MediaInputs,
    private readonly providers: MediaProviders,
    private readonly prices: Prices,
    private readonly quoters: Quoters,
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
      this.quoters.register({ kind, endpoint, request, quote: (fields) => this.quote(kind, fields) });
    }
  }

  /**
   * Starts a task.
   * @throws InvalidRequest when a URL is refused, NoPrice when it is not on sale, NoVendorAvailable, or as the quote does; nothing
   * is stored then.
   */
  async start(
    principal: Principal,
    kind: ImageKind,
    request: object,
    given?: GivenQuote,
  ): Promise<TaskReply<ImageTask>> {
    const before = await this.tasks.admit(principal);
    if (before) return new TaskReply(before, ImageTask.from(before, []));
    const provider = this.providers.choose({ kind });
    const { webhook_url: callbackUrl, ...fields } = { ...request } as Record<string, unknown> & {
      webhook_url?: string;
    };
    const { credits, estimatedSeconds, predictedSeconds } = this.quote(kind, fields, given);
    const id = uuidv7();
    const { imageFields, schemes } = IMAGE_ENDPOINTS[kind];
    const images = imageFields.flatMap((field) => {
      const image = fields[field];
      if (!(image instanceof GivenImage)) return [];
      return { field, url: image.url, bytes: image.bytes, ...(schemes ? { schemes } : {}) };
    });
    const callback = callbackUrl === undefined ? [] : [{ field: 'webhook_url', url: callbackUrl }];
    const references = await this.inputs.keep(principal, id, images, callback);
    const kept = Object.fromEntries(images.map(({ field }, index) => [field, references[index]]));
    const task = await this.tasks.submit(
      principal,
      {
        id,
        kind,
        request: { ...fields, ...kept },
        provider: provider.name,
        credits,
        estimatedSeconds,
        predictedSeconds,
        callbackUrl,
      },
      provider.job,
    );
    return new TaskReply(task, ImageTask.from(task, []));
  }

  /** @throws TaskNotFound when the task is absent, somebody else's, or of none of the kinds. */
  async get(
    principal: Principal,
    id: string,
    kinds: readonly ImageKind[],
  ): Promise<ReplyWithHeaders<ImageTaskEnvelope>> {
    return (await this.tasks.requireVisibleWithOutputs(principal, id, kinds)).reply(enveloped);
  }

  private quote(kind: ImageKind, { image }: { image?: unknown }, given?: GivenQuote): Quote {
    const pixels = image instanceof GivenImage ? image.claimedPixels() : undefined;
    const work = { kind, ...(pixels !== undefined && { megapixels: pixels / 1e6 }) };
    const basis = {};
    const credits = given?.creditsFor(kind, basis) ?? this.prices.image(kind);
    return { credits, basis, ...this.providers.estimate(work) };
  }
}
