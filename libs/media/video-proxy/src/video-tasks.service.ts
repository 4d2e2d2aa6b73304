import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AssetsService } from '#libs/media/assets';
import {
  type GivenImage,
  type GivenQuote,
  type MediaInput,
  MediaInputs,
  requestOf,
  TaskChanges,
  TaskKinds,
  TaskReply,
  TasksService,
  TaskWaits,
  type UrlInput,
} from '#libs/media/work';
import { type Principal, readRequest, type ReplyWithHeaders, sentFields } from '#libs/platform/http';
import { MediaTasks, VendorTrials } from '#libs/media/providers';
import { ExtendVideoRequest, listExtensions } from './dto/extend-video.request.js';
import {
  type GenerateVideoRequest,
  ReferenceVideoRequest,
  StartEndVideoRequest,
} from './dto/generate-video.request.js';
import { VideoCreations } from './dto/video-creations.response.js';
import { type NewVideoTask, VideoExtensionTask, VideoTask } from './dto/video-task.response.js';
import { ExtendSources } from './extend-sources.js';
import { vendorModelOf } from './vendor-models.js';
import { VIDEO_KINDS, type VideoKind, videoState } from './video-kinds.js';
import { byResolution, listSizes } from './video-models.js';
import { type PricedVideo, VideoQuotes } from './video-quotes.js';
import { completeGeneration, type VideoExtension, type VideoGeneration } from './video-request.js';

const PRIORITY_MAX = 100;
/** The reply states them, and they decide the price, so a vendor is told them even where the caller left them to us. */
const STATED = ['duration', 'resolution', 'seed'];

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
    private readonly media: MediaTasks,
    private readonly trials: VendorTrials,
    private readonly waits: TaskWaits,
  ) {}

  onModuleInit(): void {
    for (const name of VIDEO_KINDS)
      this.kinds.register({
        name,
        nativeStatus: videoState,
        notification: (task, outputs) => VideoCreations.from(task, outputs),
      });
    this.registerTrials();
  }

  /**
   * Starts a video from images.
   * @throws As `MediaTasks.start`.
   */
  async generate(
    principal: Principal | undefined,
    kind: 'video-start-end' | 'video-reference',
    given: GenerateVideoRequest,
    quote?: GivenQuote,
    vendor?: string,
  ): Promise<TaskReply<VideoTask>> {
    const { images, callback_url: callbackUrl, ...body } = given;
    const task = await this.media.start(principal, quote, () => {
      const request = completeGeneration(body);
      const { work, ...rest } = this.newTask(kind, request, callbackUrl);
      return {
        ...rest,
        work: { ...work, images: images.length, vendorModel: vendorModelOf(given) },
        sent: [...sentFields(given), ...STATED],
        vendor,
        inputs: [...imageInputs(images), ...urlInputs({ wm_url: request.wm_url })],
        request: (references) => {
          const [watermark] = references.slice(images.length);
          const kept = { ...request, images: references.slice(0, images.length) };
          return watermark === undefined ? kept : { ...kept, wm_url: watermark };
        },
      };
    });
    const request = requestOf<VideoGeneration>(task);
    return new TaskReply(task, VideoTask.from(task, request, await this.imageLinks(images, request.images)));
  }

  /**
   * Starts an extension of a video.
   * @throws InvalidRequest when the source is not named as required, or as `generate`.
   */
  async extend(
    principal: Principal | undefined,
    given: ExtendVideoRequest,
    quote?: GivenQuote,
    vendor?: string,
  ): Promise<TaskReply<VideoExtensionTask>> {
    const { callback_url: callbackUrl, images = [], ...body } = given;
    const task = await this.media.start(principal, quote, async () => {
      const creation = await this.sources.find(principal, body);
      const { work, ...rest } = this.newTask('video-extend', body, callbackUrl);
      return {
        ...rest,
        work: { ...work, vendorModel: vendorModelOf(given) },
        sent: [...sentFields(given), ...STATED],
        vendor,
        inputs: [...imageInputs(images), ...urlInputs({ video_url: body.video_url })],
        request: (references) => ({
          ...body,
          images: references.slice(0, images.length),
          source: creation ?? references[images.length] ?? '',
        }),
      };
    });
    const request = requestOf<VideoExtension>(task);
    const links = await this.imageLinks(images, request.images);
    return new TaskReply(task, VideoExtensionTask.from(task, request, links));
  }

  /** The reply to a submit; when its caller prefers to wait and the task ends in time, with its results. */
  async asPreferred<Body extends NewVideoTask>(created: TaskReply<Body>): Promise<TaskReply<Body>> {
    return this.waits.asPreferred(created, ({ task, outputs }) => ({
      ...created.body,
      ...VideoCreations.from(task, outputs),
    }));
  }

  /** @throws TaskNotFound when the caller may not see the task, or it is no video task. */
  async creations(principal: Principal | undefined, id: string): Promise<ReplyWithHeaders<VideoCreations>> {
    const { task, outputs } = await this.tasks.requireVisibleWithOutputs(principal, id, VIDEO_KINDS);
    return new TaskReply(task, VideoCreations.from(task, outputs));
  }

  /** @throws TaskNotFound as `creations`, TaskEnded when it has ended already. */
  async cancel(principal: Principal | undefined, id: string): Promise<TaskReply<Record<string, never>>> {
    const task = await this.tasks.requireVisible(principal, id, VIDEO_KINDS);
    return new TaskReply(await this.changes.cancel(task), {});
  }

  private registerTrials(): void {
    for (const kind of ['video-start-end', 'video-reference'] as const)
      this.trials.register(kind, async (principal, vendor) => {
        const type = kind === 'video-start-end' ? StartEndVideoRequest : ReferenceVideoRequest;
        const images = [this.trials.sample('start.jpg')];
        const small = { ...this.smallSize(kind, vendor), prompt: 'The ball rolls to the right', images };
        const request = readRequest(type, small, { convertsText: false });
        return (await this.generate(principal, kind, request, undefined, vendor)).task;
      });
    this.trials.register('video-extend', async (principal, vendor) => {
      const source = { video_creation_id: 'sample', video_url: this.trials.sample('clip.mp4') };
      const small = { ...this.smallSize('video-extend', vendor), ...source };
      const request = readRequest(ExtendVideoRequest, small, { convertsText: false });
      return (await this.extend(principal, request, undefined, vendor)).task;
    });
  }

  /** The shortest and smallest video of the kind that the vendor makes. */
  private smallSize(kind: VideoKind, vendor: string): object {
    const sizes = kind === 'video-extend' ? listExtensions() : listSizes();
    const shortest = sizes.toSorted((a, b) => a.durationSeconds - b.durationSeconds || byResolution(a, b));
    const { durationSeconds: duration, ...size } = this.trials.smallest(kind, vendor, shortest) ?? {};
    return { duration, ...size };
  }

  private newTask(kind: VideoKind, request: PricedVideo & { priority?: number }, callbackUrl?: string) {
    const [callback] = urlInputs({ callback_url: callbackUrl });
    const turn = { priority: ownPriority(request), isLast: request.off_peak ?? false, isQueued: true };
    return { kind, ...this.quotes.workOf(kind, request), callback, ...turn };
  }

  /** Images as the reply shows them: URLs as sent, stored ones by one of our links, none for one that was removed. */
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

function imageInputs(images: readonly GivenImage[]): MediaInput[] {
  return images.map(({ url, bytes }, index) => ({ field: `images[${index}]`, url, bytes }));
}

function urlInputs(fields: Record<string, string | undefined>): UrlInput[] {
  return Object.entries(fields).flatMap(([field, url]) => (url === undefined ? [] : [{ field, url }]));
}

function ownPriority({ priority = 0 }: { priority?: number }): number {
  return Math.max(-PRIORITY_MAX, Math.min(PRIORITY_MAX, priority));
}
