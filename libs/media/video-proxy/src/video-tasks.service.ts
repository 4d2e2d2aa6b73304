import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { AssetsService } from '#libs/media/assets';
import {
  type GivenImage,
  type GivenQuote,
  type MediaInput,
  MediaInputs,
  type NewTask,
  type Quote,
  requestOf,
  type Task,
  TaskChanges,
  type TaskForm,
  TaskKinds,
  TaskReply,
  TasksService,
  type UrlInput,
} from '#libs/media/work';
import { invalidFields, type Principal, type ReplyWithHeaders } from '#libs/platform/http';
import { type MediaProvider, MediaProviders } from '#libs/media/providers';
import type { ExtendVideoRequest } from './dto/extend-video.request.js';
import type { GenerateVideoRequest } from './dto/generate-video.request.js';
import { VideoCreations } from './dto/video-creations.response.js';
import { VideoExtensionTask } from './dto/video-extension.response.js';
import { VideoTask } from './dto/video-task.response.js';
import { ExtendSources } from './extend-sources.js';
import { VIDEO_KINDS, type VideoKind, videoState } from './video-kinds.js';
import { type PricedVideo, VideoQuotes } from './video-quotes.js';
import { completeGeneration, type VideoExtension, type VideoGeneration } from './video-request.js';

/** Callers' own priorities stay within these. */
const PRIORITY_MAX = 100;

const creationsReply: TaskForm<VideoCreations> = (task, outputs) =>
  new TaskReply(task, VideoCreations.from(task, outputs));

/** Starts video tasks, reads their status, and stops them. */
@Injectable()
export class VideoTasksService implements OnModuleInit {
  constructor(
    private readonly tasks: TasksService,
    private readonly changes: TaskChanges,
    private readonly kinds: TaskKinds,
    private readonly inputs: MediaInputs,
    private readonly assets: AssetsService,
    private readonly sources: ExtendSources,
    private readonly quotes: VideoQuotes,
    private readonly providers: MediaProviders,
  ) {}

  onModuleInit(): void {
    for (const name of VIDEO_KINDS)
      this.kinds.register({
        name,
        nativeStatus: videoState,
        notification: (task, outputs) => VideoCreations.from(task, outputs),
      });
  }

  /**
   * Starts a video made from images.
   * @throws InvalidRequest for a refused URL, NoPrice when it is not on sale, or as the quote does; nothing is stored then.
   */
  async generate(
    principal: Principal | undefined,
    kind: 'video-start-end' | 'video-reference',
    body: GenerateVideoRequest,
    quote?: GivenQuote,
  ): Promise<TaskReply<VideoTask>> {
    const before = await this.tasks.admit(principal);
    if (before) return this.generationOf(before, body);
    const request = completeGeneration(body);
    const price = this.quotes.price(kind, request, quote);
    const provider = this.providers.choose({ kind, model: request.model });
    const id = uuidv7();
    const given = [...imageInputs(body.images), ...urlInputs({ wm_url: request.wm_url })];
    const callback = urlInputs({ callback_url: body.callback_url });
    const references = await this.inputs.keep(principal, id, given, callback);
    const images = references.slice(0, body.images.length);
    const [watermark] = references.slice(images.length);
    const kept = { ...request, images, ...(watermark === undefined ? {} : { wm_url: watermark }) };
    const task = await this.submit(principal, {
      id,
      kind,
      provider,
      request: kept,
      price,
      callbackUrl: body.callback_url,
    });
    return this.generationOf(task, body);
  }

  /**
   * Starts a longer copy of a video.
   * @throws InvalidRequest when the source is not named as it has to be, or as `generate`.
   */
  async extend(
    principal: Principal | undefined,
    { callback_url: callbackUrl, images = [], ...body }: ExtendVideoRequest,
    quote?: GivenQuote,
  ): Promise<TaskReply<VideoExtensionTask>> {
    const before = await this.tasks.admit(principal);
    if (before) return this.extensionOf(before, images);
    this.sources.refuseUnnamed(body);
    const kind = 'video-extend';
    const price = this.quotes.price(kind, body, quote);
    const provider = this.providers.choose({ kind, model: body.model });
    const id = uuidv7();
    const creation =
      body.video_creation_id === undefined
        ? undefined
        : await this.sources.findCreation(principal, body.video_creation_id);
    if (creation === undefined && body.video_url === undefined)
      throw invalidFields(['video_creation_id must name a creation of yours where no video_url is given']);
    const given = [...imageInputs(images), ...urlInputs({ video_url: body.video_url })];
    const callback = urlInputs({ callback_url: callbackUrl });
    const references = await this.inputs.keep(principal, id, given, callback);
    const kept = references.slice(0, images.length);
    const request = { ...body, images: kept, source: creation ?? references[images.length] ?? '' };
    const task = await this.submit(principal, { id, kind, provider, request, price, callbackUrl });
    return this.extensionOf(task, images);
  }

  /** @throws TaskNotFound when the task is absent, somebody else's, or no video task. */
  async creations(principal: Principal | undefined, id: string): Promise<ReplyWithHeaders<VideoCreations>> {
    return (await this.tasks.requireVisibleWithOutputs(principal, id, VIDEO_KINDS)).reply(creationsReply);
  }

  /**
   * Stops a task.
   * @throws TaskNotFound as `creations`, TaskEnded when it has ended already.
   */
  async cancel(principal: Principal | undefined, id: string): Promise<TaskReply<Record<string, never>>> {
    const task = await this.tasks.requireVisible(principal, id, VIDEO_KINDS);
    return new TaskReply(await this.changes.cancel(task), {});
  }

  private async submit(
    principal: Principal | undefined,
    {
      price: { credits, estimatedSeconds, predictedSeconds },
      provider,
      ...input
    }: Pick<NewTask, 'id' | 'callbackUrl'> & {
      kind: VideoKind;
      request: StoredRequest;
      provider: MediaProvider;
      price: Quote;
    },
  ): Promise<Task> {
    return this.tasks.submit(
      principal,
      {
        ...input,
        provider: provider.name,
        credits,
        estimatedSeconds,
        predictedSeconds,
        priority: ownPriority(input.request),
        isLast: input.request.off_peak ?? false,
        isQueued: true,
      },
      provider.job,
    );
  }

  private async generationOf(task: Task, { images }: GenerateVideoRequest): Promise<TaskReply<VideoTask>> {
    const request = requestOf<VideoGeneration>(task);
    return new TaskReply(task, VideoTask.from(task, request, await this.imageLinks(images, request.images)));
  }

  private async extensionOf(
    task: Task,
    images: readonly GivenImage[],
  ): Promise<TaskReply<VideoExtensionTask>> {
    const request = requestOf<VideoExtension>(task);
    return new TaskReply(
      task,
      VideoExtensionTask.from(task, request, await this.imageLinks(images, request.images)),
    );
  }

  /** Images as the reply shows them: URLs as they came, stored ones by a link of ours, none for one that is gone. */
  private async imageLinks(given: readonly GivenImage[], kept: readonly string[]): Promise<string[]> {
    const links = kept.map(async (reference, index) => {
      const url = given[index]?.url;
      if (url !== undefined && /^https?:/i.test(url)) return [url];
      const asset = await this.inputs.findAsset(reference).catch(() => null);
      if (asset === null) return [];
      return [asset ? this.assets.link(asset) : reference];
    });
    return (await Promise.all(links)).flat();
  }
}

type StoredRequest = PricedVideo & Record<string, unknown>;

function imageInputs(images: readonly GivenImage[]): MediaInput[] {
  return images.map(({ url, bytes }, index) => ({ field: `images[${index}]`, url, bytes }));
}

/** Those of the fields that were sent. */
function urlInputs(fields: Record<string, string | undefined>): UrlInput[] {
  return Object.entries(fields).flatMap(([field, url]) => (url === undefined ? [] : [{ field, url }]));
}

function ownPriority({ priority = 0 }: { priority?: number; off_peak?: boolean }): number {
  return Math.max(-PRIORITY_MAX, Math.min(PRIORITY_MAX, priority));
}
