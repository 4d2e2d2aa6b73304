import { ImageInputListField, type ImageText } from '#libs/media-inputs';
import { EnumField, IntField, TextField, UrlField } from '#libs/platform/http';
import { CallbackUrlField, PayloadField, PROMPT_MAX_CHARS } from './video-task.fields.js';

/** The models that extend videos. */
export const EXTEND_MODELS = ['vq2-pro', 'vq2-turbo'] as const;
/** The resolutions of extended videos. */
export const EXTEND_RESOLUTIONS = ['540p', '720p', '1080p'] as const;
const CREATION_ID_MAX_CHARS = 256;

/** A video that is to go on. */
export class ExtendVideoRequest {
  @EnumField({ description: 'The model.', values: EXTEND_MODELS, example: 'vq2-turbo' })
  model!: (typeof EXTEND_MODELS)[number];

  @TextField({
    description: 'What happens in the added seconds.',
    maxLength: PROMPT_MAX_CHARS,
    optional: true,
  })
  prompt?: string;

  @IntField({ description: 'Seconds to add.', min: 1, max: 7, default: 5 })
  duration!: number;

  @EnumField({ description: 'Size of the result.', values: EXTEND_RESOLUTIONS, default: '720p' })
  resolution!: (typeof EXTEND_RESOLUTIONS)[number];

  @ImageInputListField({
    description: 'The frame that the added part ends on, as Base64 or URL; at most one.',
    maxItems: 1,
    optional: true,
  })
  images?: ImageText[];

  @TextField({
    description:
      'Id of a creation; when it is one of yours, it is what is extended. Required together with video_url.',
    minLength: 1,
    maxLength: CREATION_ID_MAX_CHARS,
    optional: true,
    example: '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11',
  })
  video_creation_id?: string;

  @UrlField({
    description:
      'URL of any video of 1 to 60 seconds and at most 1024 MB. Required together with video_creation_id.',
    optional: true,
    example: '/samples/clip.mp4',
  })
  video_url?: string;

  @PayloadField()
  payload?: string;

  @CallbackUrlField()
  callback_url?: string;
}
