// Models for Vercel's AI SDK, by version 4 of its provider specification (@ai-sdk/provider 4.0, November 2026).
import type {
  Experimental_VideoModelV4 as VideoModelV4,
  Experimental_VideoModelV4CallOptions as VideoCall,
  Experimental_VideoModelV4File as VideoFile,
  ImageModelV4,
  ImageModelV4CallOptions as ImageCall,
  ImageModelV4File as ImageFile,
  JSONObject,
  ProviderV4,
  SharedV4Warning as Warning,
  SpeechModelV4,
  SpeechModelV4CallOptions as SpeechCall,
} from '@ai-sdk/provider';
import { Atelier, type AtelierOptions, type SubmitOptions } from './atelier.js';
import { listModels } from './generated/sdk.gen.js';
import type { ModelResponse, ReferenceVideoRequest, TaskDetailsResponse } from './generated/types.gen.js';
import { bytesOf, type Media } from './media.js';
import type { Submission } from './tasks.js';

export type AtelierProvider = Required<Pick<ProviderV4, 'imageModel' | 'speechModel'>> &
  ProviderV4 & { videoModel(modelId: string): VideoModelV4 };

/** Kinds of pictures that have an endpoint of their own; all other image models are those of `GET /v1/models`. */
export type ImageModelId =
  | 'image-relight'
  | 'image-style-transfer'
  | 'skin-enhancer-creative'
  | 'skin-enhancer-faithful'
  | 'skin-enhancer-flexible'
  | (string & {});

/** Image, video and speech models of a service. Fields that the AI SDK has no name for are given as `providerOptions.atelier`. */
export function createAtelier(service: Atelier | AtelierOptions = {}): AtelierProvider {
  const atelier = service instanceof Atelier ? service : new Atelier(service);
  const missing = (kind: string) => (): never => {
    throw new TypeError(`Atelier has no ${kind} models.`);
  };
  return {
    specificationVersion: 'v4',
    languageModel: missing('language'),
    embeddingModel: missing('embedding'),
    imageModel: (modelId: ImageModelId) => imageModel(atelier, modelId),
    videoModel: (modelId) => videoModel(atelier, modelId),
    speechModel: (modelId) => speechModel(atelier, modelId),
  };
}

type Fields = Record<string, unknown>;
type Call = { providerOptions?: Record<string, JSONObject>; abortSignal?: AbortSignal | undefined };

function imageModel(atelier: Atelier, modelId: string): ImageModelV4 {
  return {
    ...{ specificationVersion: 'v4', provider: 'atelier', modelId, maxImagesPerCall: 1 },
    async doGenerate(call) {
      const own = OWN_IMAGES[modelId];
      const { submission, warnings } = own
        ? startOwn(atelier, own, call)
        : await startModel(atelier, modelId, kindsOf(call), fieldsOf(call), call);
      const task = await submission.wait(given(call));
      const outputs = task.outputs.filter(({ content_type }) => content_type.startsWith('image/'));
      const images = await Promise.all(outputs.map((output) => atelier.download(output, given(call))));
      // The AI SDK passes on what is said of each picture, and nothing else.
      const facts = { images: images.map(() => factsOf(task)) };
      return { images, warnings, providerMetadata: { atelier: facts }, response: responseOf(modelId) };
    },
  };
}

type OwnImage = {
  /** Names of the pictures, in their order, and of the other fields. */
  pictures: string[];
  fields: string[];
  start: (atelier: Atelier, fields: never, options: SubmitOptions) => Submission;
};

const skin = (start: OwnImage['start']): OwnImage => ({ pictures: ['image'], fields: [], start });
const OWN_IMAGES: Record<string, OwnImage> = {
  'image-relight': {
    pictures: ['image', 'transfer_light_from_reference_image'],
    fields: ['prompt'],
    start: (atelier, fields, options) => atelier.relight(fields, options),
  },
  'image-style-transfer': {
    pictures: ['image', 'reference_image'],
    fields: ['prompt'],
    start: (atelier, fields, options) => atelier.transferStyle(fields, options),
  },
  'skin-enhancer-creative': skin((atelier, fields, options) =>
    atelier.enhanceSkinCreatively(fields, options),
  ),
  'skin-enhancer-faithful': skin((atelier, fields, options) =>
    atelier.enhanceSkinFaithfully(fields, options),
  ),
  'skin-enhancer-flexible': skin((atelier, fields, options) => atelier.enhanceSkinFlexibly(fields, options)),
};

function startOwn(atelier: Atelier, own: OwnImage, call: ImageCall): Started {
  const { image, image_2, ...more } = fieldsOf(call);
  const [first = '', second = ''] = own.pictures;
  const wanted = { [first]: image, [second || 'image_2']: image_2, ...more };
  const { fields, warnings } = supported(wanted, [...own.pictures, ...own.fields]);
  const request = { ...fields, ...call.providerOptions.atelier };
  return { submission: own.start(atelier, request as never, given(call)), warnings };
}

function fieldsOf({ prompt, size, aspectRatio, seed, files = [], mask }: ImageCall): Fields {
  const [width, height] = size?.split('x').map(Number) ?? [];
  const pictures = files.map((file, at) => [at === 0 ? 'image' : `image_${at + 1}`, mediaOf(file)]);
  const more = { aspect_ratio: aspectRatio, seed, mask: mask && mediaOf(mask) };
  return { prompt, width, height, ...Object.fromEntries(pictures), ...more } as Fields;
}

function kindsOf({ files }: ImageCall): ModelResponse['kind'][] {
  return files?.length ? ['image-edit', 'upscale', 'remove-background'] : ['text-to-image'];
}

/** Those that `POST /proxy/vidprov/…` takes by name. */
const OWN_VIDEOS: Record<ReferenceVideoRequest['model'], true> = {
  ...{ 'vq3-pro': true, 'vq2-pro-fast': true, 'vq2-pro': true, 'vq2-turbo': true, vq1: true },
  ...{ 'vq1-classic': true, 'v2.0': true },
};
const OWN_VIDEO_FIELDS = ['prompt', 'images', 'aspect_ratio', 'resolution', 'duration', 'seed', 'audio'];

function videoModel(atelier: Atelier, modelId: string): VideoModelV4 {
  return {
    ...{ specificationVersion: 'v4', provider: 'atelier', modelId, maxVideosPerCall: 1 },
    async doGenerate(call) {
      const { submission, warnings } = Object.hasOwn(OWN_VIDEOS, modelId)
        ? startOwnVideo(atelier, modelId, call)
        : await startModelVideo(atelier, modelId, call);
      const task = await submission.wait(given(call));
      const [output] = task.outputs;
      const data = output && (await atelier.download(output, given(call)));
      const videos = data ? [{ type: 'binary' as const, data, mediaType: output.content_type }] : [];
      return {
        videos,
        warnings,
        providerMetadata: { atelier: factsOf(task) },
        response: responseOf(modelId),
      };
    },
  };
}

function startOwnVideo(atelier: Atelier, modelId: string, call: VideoCall): Started {
  const frames = framesOf(call);
  const images = frames.length > 0 ? frames : (call.inputReferences ?? []).map(mediaOf);
  const wanted = { ...videoFieldsOf(call), images, audio: call.generateAudio };
  const { fields, warnings } = supported(wanted, OWN_VIDEO_FIELDS);
  const request = { ...fields, model: modelId, ...call.providerOptions.atelier } as never;
  const submission =
    frames.length > 0
      ? atelier.makeVideoFromFrames(request, given(call))
      : atelier.makeVideoFromReferences(request, given(call));
  return { submission, warnings };
}

function startModelVideo(atelier: Atelier, modelId: string, call: VideoCall): Promise<Started> {
  const pictures = [...framesOf(call), ...(call.inputReferences ?? []).map(mediaOf)];
  const named = pictures.map((picture, at) => [at === 0 ? 'image' : `image_${at + 1}`, picture]);
  const fields = { ...videoFieldsOf(call), ...Object.fromEntries(named), generateAudio: call.generateAudio };
  const kind = pictures.length > 0 ? 'image-to-video' : 'text-to-video';
  return startModel(atelier, modelId, [kind], fields, call);
}

/** Start and end frame. */
function framesOf({ image, frameImages = [] }: VideoCall): Media[] {
  const frame = (type: string) => frameImages.find(({ frameType }) => frameType === type)?.image;
  return [image ?? frame('first_frame'), frame('last_frame')].flatMap((file) =>
    file ? [mediaOf(file)] : [],
  );
}

function videoFieldsOf({ prompt, aspectRatio, resolution, duration, fps, seed }: VideoCall): Fields {
  const [width = 0, height = 0] = resolution?.split('x').map(Number) ?? [];
  const lines = Math.min(width, height);
  const size = resolution && (lines === 1440 ? '2K' : `${lines}p`);
  return { prompt, aspect_ratio: aspectRatio, resolution: size, duration, fps, seed };
}

function speechModel(atelier: Atelier, modelId: string): SpeechModelV4 {
  return {
    ...{ specificationVersion: 'v4', provider: 'atelier', modelId },
    async doGenerate(call: SpeechCall) {
      const { text, voice, speed, language, outputFormat, instructions } = call;
      const fields = { text, voice, speed, language, outputFormat, instructions };
      const kinds = ['text-to-speech' as const];
      const { submission, warnings } = await startModel(atelier, modelId, kinds, fields, call);
      const task = await submission.wait(given(call));
      const audio = await atelier.download(task, given(call));
      return { audio, warnings, providerMetadata: { atelier: factsOf(task) }, response: responseOf(modelId) };
    },
  };
}

type Started = { submission: Submission; warnings: Warning[] };

/** Starts a task of a model that `GET /v1/models` lists, with the fields that its schema has. */
async function startModel(
  atelier: Atelier,
  modelId: string,
  kinds: ModelResponse['kind'][],
  wanted: Fields,
  call: Call,
): Promise<Started> {
  const { models } = await atelier.call(listModels, given(call));
  const model = models.find((one) => one.model === modelId && kinds.includes(one.kind));
  if (!model)
    throw new TypeError(`There is no model ${modelId} for ${kinds.join(' or ')}; GET /v1/models lists them.`);
  const names = Object.keys((model.input_schema.properties ?? {}) as object);
  const { fields, warnings } = supported(wanted, names);
  const input = { ...fields, ...call.providerOptions?.atelier };
  return {
    submission: atelier.startTask({ kind: model.kind, model: modelId, input }, given(call)),
    warnings,
  };
}

/** The fields that can be sent, with a warning for each other. */
function supported(wanted: Fields, names: readonly string[]): { fields: Fields; warnings: Warning[] } {
  const present = Object.entries(wanted).filter(([, value]) => value !== undefined);
  const fields = Object.fromEntries(present.filter(([name]) => names.includes(name)));
  const rest = present.filter(([name]) => !names.includes(name));
  return { fields, warnings: rest.map(([feature]) => ({ type: 'unsupported', feature })) };
}

function mediaOf(file: ImageFile | VideoFile): Media {
  if (file.type === 'url') return file.url;
  const bytes = typeof file.data === 'string' ? bytesOf(file.data) : file.data;
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: file.mediaType });
}

function given({ abortSignal }: Call): { signal?: AbortSignal } {
  return abortSignal ? { signal: abortSignal } : {};
}

function factsOf({ id, credits }: TaskDetailsResponse): { taskId: string; credits: number } {
  return { taskId: id, credits };
}

function responseOf(modelId: string) {
  return { timestamp: new Date(), modelId, headers: undefined };
}
