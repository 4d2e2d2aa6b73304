import { Injectable } from '@nestjs/common';
import { isFaultOfService, type NamedModel, NamedModels, StillRunning } from '#libs/compatible/models';
import { AssetsService } from '#libs/media/assets';
import { type LinkedOutput, type Task, TaskWaits } from '#libs/media/work';
import { invalidFields, type Principal, reportIgnoredFields } from '#libs/platform/http';
import { OpenAiImageRequest } from './dto/image.request.js';
import { frameOf, ratioOf } from './frame-size.js';
import { divide } from './open-ai-fields.js';
import { ContentRejected, WorkFailed, WorkRefused } from './open-ai.errors.js';

const FIELDS = [
  ...['prompt', 'model', 'n', 'size', 'response_format', 'output_format', 'quality', 'background'],
  ...['moderation', 'output_compression', 'partial_images', 'input_fidelity', 'stream'],
  ...['user', 'safety_identifier'],
];
const UNUSED = ['user', 'safety_identifier'] as const;
const DRAWN = ['text-to-image'];
const EDITED = [
  ...['image-relight', 'image-style-transfer'],
  ...['skin-enhancer-faithful', 'skin-enhancer-creative', 'skin-enhancer-flexible'],
  ...['image-edit', 'upscale', 'remove-background'],
];
/** Where a kind of ours takes pictures, in their order. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  'image-relight': ['image', 'transfer_light_from_reference_image'],
  'image-style-transfer': ['image', 'reference_image'],
};
const MODEL_PLACES = ['image', 'image_2', 'image_3', 'image_4'];

/** The SDK gives up after ten minutes. */
const WAIT_SECONDS = 540;

/** Pictures as a form or JSON brings them: links, or Base64. */
export type GivenPictures = { images: readonly unknown[]; mask?: unknown };

export type OpenAiImages = {
  created: number;
  data: ({ b64_json: string } | { url: string })[];
  output_format?: string;
  usage: object;
};

export type StartedImage = { task: Task; format: OpenAiImageRequest['response_format'] };

@Injectable()
export class OpenAiImagesService {
  constructor(
    private readonly models: NamedModels,
    private readonly waits: TaskWaits,
    private readonly assets: AssetsService,
  ) {}

  /**
   * Starts the task of a request.
   * @throws InvalidRequest for what the model cannot honour, ModelNotFound, and as `NamedModels.start`.
   */
  async start(
    principal: Principal,
    body: unknown,
    pictures: GivenPictures | undefined,
    convertsText: boolean,
  ): Promise<StartedImage> {
    const { known, others } = divide(OpenAiImageRequest, FIELDS, body, { convertsText });
    const model = this.models.find(known.model, pictures ? EDITED : DRAWN);
    const fields = {
      ...others,
      ...(pictures ? picturesOf(model, pictures) : {}),
      ...promptOf(model, known.prompt),
      ...sizeOf(model, known.size),
    };
    reportIgnoredFields(UNUSED.filter((name) => known[name] !== undefined));
    const task = await this.models.start(principal, model, { fields, convertsText });
    return { task, format: known.response_format };
  }

  /** Waits for the task. @throws StillRunning, and why it failed. */
  async finish({ task: { id }, format }: StartedImage, signal: AbortSignal): Promise<OpenAiImages> {
    const found = await this.waits.untilEnded(id, WAIT_SECONDS, signal);
    if (!found) throw new StillRunning(`The task ${id} goes on: look at GET /tasks/${id}.`);
    const { task, outputs } = found;
    if (task.status !== 'succeeded') throw whyNot(task);
    const images = outputs.filter(({ role }) => role === 'image');
    return {
      created: Math.floor(task.createdAt.getTime() / 1000),
      data: await Promise.all(images.map((image) => this.show(image, format))),
      output_format: images[0]?.asset.contentType.replace('image/', ''),
      usage: NO_TOKENS,
    };
  }

  private async show(
    { asset: { id }, url }: LinkedOutput,
    format: StartedImage['format'],
  ): Promise<{ b64_json: string } | { url: string }> {
    if (format === 'url') return { url };
    const asset = await this.assets.find(id);
    if (!asset) throw new WorkFailed('The result was deleted meanwhile.');
    return { b64_json: (await this.assets.readBytes(asset)).toString('base64') };
  }
}

/** Nothing here is counted in tokens; `X-Credits-Used` says the price. */
const NO_TOKENS = {
  ...{ input_tokens: 0, output_tokens: 0, total_tokens: 0 },
  input_tokens_details: { image_tokens: 0, text_tokens: 0 },
};

function whyNot({ errorCode, errorMessage }: Task): Error {
  if (errorCode === 'rejected_content') return new ContentRejected(errorMessage ?? undefined);
  const type = isFaultOfService(errorCode ?? '') ? WorkFailed : WorkRefused;
  return new type(errorMessage ?? undefined);
}

function picturesOf({ kind, input }: NamedModel, { images, mask }: GivenPictures): Record<string, unknown> {
  const places = input
    ? MODEL_PLACES.filter((name) => Object.hasOwn(input.properties, name))
    : (PLACES[kind] ?? ['image']);
  if (images.length === 0) throw invalidFields(['image is required']);
  if (images.length > places.length)
    throw invalidFields([`image must hold at most ${places.length} pictures for this model`]);
  const takesMask = input !== undefined && Object.hasOwn(input.properties, 'mask');
  if (mask !== undefined && !takesMask)
    throw invalidFields(['mask must not be sent: this model changes the whole picture']);
  return {
    ...Object.fromEntries(images.map((image, index) => [places[index], image])),
    ...(mask === undefined ? {} : { mask }),
  };
}

function promptOf({ kind, input }: NamedModel, prompt: string): { prompt?: string } {
  if (prompt === '') return {};
  const takesPrompt = input ? Object.hasOwn(input.properties, 'prompt') : Object.hasOwn(PLACES, kind);
  if (!takesPrompt) throw invalidFields(['prompt must be empty: this model takes none']);
  return { prompt };
}

function sizeOf({ input }: NamedModel, size: string): Record<string, unknown> {
  if (size === 'auto') return {};
  const has = (name: string): boolean => input !== undefined && Object.hasOwn(input.properties, name);
  const frame = frameOf(size);
  if (has('width') && has('height')) return frame;
  if (has('aspect_ratio')) return { aspect_ratio: ratioOf(frame) };
  throw invalidFields(['size must be auto: this model decides it']);
}
