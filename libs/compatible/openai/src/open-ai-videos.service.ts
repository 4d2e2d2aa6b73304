import { Injectable } from '@nestjs/common';
import { type NamedModel, NamedModels, TaskNotReady } from '#libs/compatible/models';
import { type Asset, AssetsService } from '#libs/media/assets';
import { type Task, TaskChanges, TaskNotFound, TasksService } from '#libs/media/work';
import { invalidFields, type Principal } from '#libs/platform/http';
import { OpenAiVideoRequest } from './dto/video.request.js';
import { OpenAiVideo, type OpenAiVideoList } from './dto/video.response.js';
import { frameOf, namedSize, ratioOf } from './frame-size.js';
import { divide } from './open-ai-fields.js';

const FIELDS = ['prompt', 'model', 'seconds', 'size'];
const FROM_PICTURES = ['video-start-end', 'image-to-video'];
const FROM_WORDS = ['text-to-video'];
/** All that make videos; a list shows tasks of these, however they were started. */
const VIDEO_KINDS = [...FROM_PICTURES, ...FROM_WORDS, 'video-reference', 'video-extend'];
const ROLES = { video: 'video', thumbnail: 'cover' } as const;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

@Injectable()
export class OpenAiVideosService {
  constructor(
    private readonly models: NamedModels,
    private readonly tasks: TasksService,
    private readonly changes: TaskChanges,
    private readonly assets: AssetsService,
  ) {}

  /**
   * @param pictures The first frame, and perhaps the last.
   * @throws InvalidRequest for what the model cannot honour, ModelNotFound, and as `NamedModels.start`.
   */
  async start(principal: Principal, body: unknown, pictures: readonly unknown[]): Promise<Task> {
    const { known, others } = divide(OpenAiVideoRequest, FIELDS, body, { convertsText: true });
    const kinds = pictures.length > 0 ? FROM_PICTURES : [...FROM_WORDS, ...FROM_PICTURES];
    const model = this.models.find(known.model, kinds);
    if (pictures.length === 0 && FROM_PICTURES.includes(model.kind))
      throw invalidFields(['input_reference is required: this model makes videos from pictures']);
    const fields = {
      ...others,
      ...(known.prompt === '' ? {} : { prompt: known.prompt }),
      ...(known.seconds === undefined ? {} : { duration: known.seconds }),
      ...framesOf(model, pictures),
      ...(known.size === undefined ? {} : sizeFields(model, known.size)),
    };
    return this.models.start(principal, model, { fields, convertsText: true });
  }

  /** @throws TaskNotFound, TaskExpired */
  async get(principal: Principal, id: string): Promise<Task> {
    if (!UUID.test(id)) throw new TaskNotFound();
    return (await this.tasks.requireVisibleWithOutputs(principal, id, VIDEO_KINDS)).task;
  }

  async list({ userId }: Principal, after: string | undefined, limit: number): Promise<OpenAiVideoList> {
    const kinds = VIDEO_KINDS;
    const tasks = await this.tasks.listOfKinds({ userId, kinds, beforeId: after, limit: limit + 1 });
    const data = tasks.slice(0, limit).map((task) => OpenAiVideo.from(task));
    const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
    return { object: 'list', data, ...ends, has_more: tasks.length > limit };
  }

  /** @throws as `get`, TaskUncertain */
  async delete(principal: Principal, id: string): Promise<void> {
    await this.changes.delete(await this.get(principal, id));
  }

  /** @throws as `get`, TaskNotReady while there is none. */
  async content(principal: Principal, id: string, variant: keyof typeof ROLES): Promise<Asset> {
    const { outputs } = await this.get(principal, id);
    const output = outputs.find(({ role }) => role === ROLES[variant]);
    const asset = output && (await this.assets.find(output.assetId));
    if (!asset) throw new TaskNotReady();
    return asset;
  }
}

function framesOf({ input }: NamedModel, pictures: readonly unknown[]): Record<string, unknown> {
  if (pictures.length === 0) return {};
  if (!input) return { images: pictures };
  const places = ['image', 'image_2'].filter((name) => Object.hasOwn(input.properties, name));
  if (pictures.length > places.length)
    throw invalidFields([`input_reference must be at most ${places.length} pictures for this model`]);
  return Object.fromEntries(pictures.map((picture, index) => [places[index], picture]));
}

function sizeFields({ input }: NamedModel, size: string): Record<string, unknown> {
  const frame = frameOf(size);
  const has = (name: string): boolean => !input || Object.hasOwn(input.properties, name);
  if (input && has('width') && has('height')) return frame;
  const named = namedSize(frame);
  if (named && has('resolution') && has('aspect_ratio')) return named;
  if (input && has('aspect_ratio')) return { aspect_ratio: ratioOf(frame) };
  throw invalidFields([
    'size must be one that the model offers: its short side 360, 540, 720, 1080 or 1440, as 16:9, 9:16, 1:1, 4:3 or 3:4',
  ]);
}
