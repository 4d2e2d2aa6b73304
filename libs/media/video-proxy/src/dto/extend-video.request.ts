import { type GivenImage, ImageInputListField } from '#libs/media/work';
import { EnumField, IntField, TextField, UrlField } from '#libs/platform/http';
import type { VideoModel, VideoSize } from '../video-models.js';
import { CallbackUrlField, MODEL_FORM, PayloadField, PROMPT_MAX_CHARS } from './video-task.fields.js';

export const EXTEND_MODELS = ['vq2-pro', 'vq2-turbo'] as const;
export const EXTEND_RESOLUTIONS = ['540p', '720p', '1080p'] as const;
const CREATION_ID_MAX_CHARS = 256;

/** An extension by a second in each way. */
export function listExtensions(): (VideoSize & { model: VideoModel })[] {
  return EXTEND_MODELS.flatMap((model) =>
    EXTEND_RESOLUTIONS.map((resolution) => ({ model, resolution, durationSeconds: 1 })),
  );
}

export class ExtendVideoRequest {
  /** The model, or a vendor's own name for it; only vendors that use this name then get the task. */
  @EnumField({ values: EXTEND_MODELS, example: 'vq2-turbo', form: MODEL_FORM })
  model!: (typeof EXTEND_MODELS)[number];

  /** What happens in the added seconds. */
  @TextField({ maxLength: PROMPT_MAX_CHARS, optional: true })
  prompt?: string;

  /** Seconds to add. */
  @IntField({ min: 1, max: 7, default: 5 })
  duration!: number;

  /** Size of the result. */
  @EnumField({ values: EXTEND_RESOLUTIONS, default: '720p' })
  resolution!: (typeof EXTEND_RESOLUTIONS)[number];

  /** The frame that the added part ends on, as Base64 or URL; at most one. */
  @ImageInputListField({
    maxItems: 1,
    optional: true,
    form: { help: 'The frame that the added part ends on; at most one.' },
  })
  images?: GivenImage[];

  /** Id of a creation; if it is one of yours, this creation is extended. Required together with video_url. */
  @TextField({
    label: 'Video of an earlier task',
    minLength: 1,
    maxLength: CREATION_ID_MAX_CHARS,
    optional: true,
    example: '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11',
    form: {
      help: 'Id of a creation; if it is one of yours, this creation is extended. Required together with the video.',
    },
  })
  video_creation_id?: string;

  /** URL of any video of 1 to 60 seconds and at most 1024 MB. Required together with video_creation_id. */
  @UrlField({
    optional: true,
    example: '/samples/clip.mp4',
    label: 'Video',
    form: { help: '1 to 60 seconds, at most 1024 MB.' },
  })
  video_url?: string;

  @PayloadField()
  payload?: string;

  @CallbackUrlField()
  callback_url?: string;
}
