import type { AspectRatio, AudioType, MovementAmplitude, Resolution } from '@atelier/engines/video';
import { type GivenImage, ImageInputListField } from '#libs/media/work';
import {
  BooleanField,
  EnumField,
  FieldsRule,
  Int32Field,
  IntField,
  TextField,
  UrlField,
} from '#libs/platform/http';
import { describeSizes, RESOLUTIONS, sizeProblem, VIDEO_MODELS, type VideoModel } from '../video-models.js';
import {
  CallbackUrlField,
  MetaDataField,
  MODEL_FORM,
  PayloadField,
  PROMPT_MAX_CHARS,
} from './video-task.fields.js';

const ASPECT_RATIOS = ['16:9', '9:16', '1:1', '4:3', '3:4'] as const satisfies readonly AspectRatio[];
/** How far the camera travels. */
export const MOVEMENT_AMPLITUDES = [
  'auto',
  'small',
  'medium',
  'large',
] as const satisfies readonly MovementAmplitude[];
export const VIDEO_STYLES = ['general', 'anime'] as const;
const AUDIO_TYPES = ['all', 'speech_only', 'sound_effect_only'] as const satisfies readonly AudioType[];
const CORNERS = { 1: 'Top left', 2: 'Top right', 3: 'Bottom right', 4: 'Bottom left' };
const VOICE_ID_MAX_CHARS = 256;

/** Fields of both ways to make a video. */
@FieldsRule<GenerateVideoRequest>(({ model, duration, resolution }) =>
  sizeProblem(model, duration, resolution),
)
export abstract class GenerateVideoRequest {
  /**
   * The model, or a vendor's own name for it; only vendors that use this name then get the task. `x-sizes` of this
   * document names the lengths and resolutions that each offers.
   */
  @EnumField({
    values: VIDEO_MODELS,
    example: 'vq2-turbo',
    extensions: { 'x-sizes': describeSizes() },
    form: MODEL_FORM,
  })
  model!: VideoModel;

  abstract prompt?: string;

  abstract images: GivenImage[];

  @IntField({
    description:
      'Seconds: vq3-pro 1 to 16, vq2-pro-fast 1 to 10, vq2-pro and vq2-turbo 1 to 8, vq1 and vq1-classic 5, v2.0 4 or 8. Default 5, v2.0 4.',
    min: 1,
    max: 16,
    optional: true,
    example: 2,
  })
  duration?: number;

  @EnumField({
    description:
      'vq3-pro 540p, 720p, 1080p, 2K; vq2-pro-fast 720p, 1080p; vq2-pro and vq2-turbo 360p, 540p, 720p, 1080p; vq1 and vq1-classic 1080p; v2.0 360p, 720p, 1080p for 4 s and 720p for 8 s. Default 720p, vq1 1080p, v2.0 360p for 4 s.',
    values: RESOLUTIONS,
    optional: true,
    example: '360p',
  })
  resolution?: Resolution;

  /** Width to height. */
  @EnumField({ values: ASPECT_RATIOS, default: '16:9' })
  aspect_ratio!: AspectRatio;

  /** Equal seeds give equal videos; random if 0 or absent. */
  @Int32Field({ optional: true })
  seed?: number;

  /** Look of the video. */
  @EnumField({ values: VIDEO_STYLES, default: 'general' })
  style!: (typeof VIDEO_STYLES)[number];

  /** How much the camera moves; no effect for q2 and q3 models. */
  @EnumField({ values: MOVEMENT_AMPLITUDES, default: 'auto' })
  movement_amplitude!: MovementAmplitude;

  /** Whether the video has sound. Default true for q3 models, else false. */
  @BooleanField({ optional: true })
  audio?: boolean;

  /** Sound effects, vocals or both; applies when audio is true; no effect for q3 models. */
  @EnumField({ values: AUDIO_TYPES, default: 'all' })
  audio_type!: AudioType;

  /** Background music; no effect for q3 models. */
  @BooleanField({ default: false, label: 'Background music' })
  bgm!: boolean;

  /** The voice to speak with; no effect for q3 models. */
  @TextField({ maxLength: VOICE_ID_MAX_CHARS, optional: true, label: 'Voice' })
  voice_id?: string;

  /** Whether a vendor may enrich the prompt; no effect with the local engine. */
  @BooleanField({ default: false, label: 'Enrich the prompt' })
  enhance!: boolean;

  /** Use a recommended prompt instead of your own; costs an additional 10 credits. */
  @BooleanField({ default: false, label: 'Recommended prompt' })
  is_rec!: boolean;

  /** Half the price; made when there is capacity, within 48 hours. */
  @BooleanField({ default: false, label: 'Off-peak, for half the price' })
  off_peak!: boolean;

  /** Tasks of higher priority begin first, from -100 to 100. */
  @Int32Field({ default: 0 })
  priority!: number;

  @MetaDataField()
  meta_data?: string;

  @PayloadField()
  payload?: string;

  @CallbackUrlField()
  callback_url?: string;

  /** Whether a copy with a watermark is also made. */
  @BooleanField({ default: false })
  watermark!: boolean;

  /** Corner of the watermark: 1 top left, 2 top right, 3 bottom right, 4 bottom left. */
  @IntField({ min: 1, max: 4, default: 3, label: 'Corner of the watermark', form: { choices: CORNERS } })
  wm_position!: 1 | 2 | 3 | 4;

  /** Picture of the watermark; a default one is used if omitted. */
  @UrlField({ optional: true, label: 'Picture of the watermark' })
  wm_url?: string;
}

/** A video from a start frame, or between a start and an end frame. */
export class StartEndVideoRequest extends GenerateVideoRequest {
  /** What happens in the video. */
  @TextField({ maxLength: PROMPT_MAX_CHARS, optional: true })
  override prompt?: string;

  /** Start and end frame; a single picture is the start frame. Each as Base64 or URL. */
  @ImageInputListField({
    minItems: 1,
    maxItems: 2,
    form: { help: 'Start and end frame; a single picture is the start frame.' },
  })
  override images!: GivenImage[];
}

export class ReferenceVideoRequest extends GenerateVideoRequest {
  /** What happens in the video. */
  @TextField({ minLength: 1, maxLength: PROMPT_MAX_CHARS })
  override prompt!: string;

  /** Reference pictures, each as Base64 or URL. */
  @ImageInputListField({ minItems: 1, maxItems: 7, form: { help: 'Reference pictures.' } })
  override images!: GivenImage[];
}
