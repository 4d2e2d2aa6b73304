import { closed, count, range } from './schemas.mjs';

const TRUTH = { type: 'boolean' };
const TEXT = { type: 'string', minLength: 1 };
const SEED = { type: 'integer' };
const LINK = { type: 'string', pattern: '^(https?://|data:)' };
const PICTURES = { type: 'integer', minimum: 1, maximum: 4 };
const SIZE = {
  anyOf: [
    {
      enum: ['square_hd', 'square', 'portrait_4_3', 'portrait_16_9', 'landscape_4_3', 'landscape_16_9'],
    },
    closed({ width: count(1, 14142), height: count(1, 14142) }, []),
  ],
};
const FLUX = {
  ...{ seed: SEED, guidance_scale: range(1, 20), sync_mode: TRUTH, num_images: PICTURES },
  enable_safety_checker: TRUTH,
  output_format: { enum: ['jpeg', 'png'] },
  acceleration: { enum: ['none', 'regular', 'high'] },
};

/** What each model takes, and the name of its output. */
export const MODELS = {
  'fal-ai/flux/dev': {
    input: closed({ prompt: TEXT, image_size: SIZE, num_inference_steps: count(1, 50), ...FLUX }, ['prompt']),
    output: 'pictures',
  },
  'fal-ai/flux/dev/image-to-image': {
    input: closed(
      {
        prompt: TEXT,
        image_url: LINK,
        strength: range(0.01, 1),
        num_inference_steps: count(10, 50),
        ...FLUX,
      },
      ['prompt', 'image_url'],
    ),
    output: 'pictures',
  },
  // document: the ranges of this model are not in the texts that were read; assumed
  'fal-ai/iclight-v2': {
    input: closed(
      {
        ...{ prompt: TEXT, image_url: LINK, mask_image_url: LINK, negative_prompt: { type: 'string' } },
        ...{ seed: SEED, num_images: PICTURES, image_size: SIZE, num_inference_steps: count(1, 50) },
        initial_latent: { enum: ['None', 'Left', 'Right', 'Top', 'Bottom'] },
        ...{ lowres_denoise: range(0.01, 1), highres_denoise: range(0.01, 1), hr_downscale: range(0.01, 1) },
        ...{ background_threshold: range(0.01, 1), guidance_scale: range(0, 20), cfg: range(0.01, 5) },
        ...{ enable_hr_fix: TRUTH, sync_mode: TRUTH, enable_safety_checker: TRUTH },
        output_format: { enum: ['jpeg', 'png'] },
      },
      ['prompt', 'image_url'],
    ),
    output: 'pictures',
  },
  'fal-ai/clarity-upscaler': {
    input: closed(
      {
        ...{ image_url: LINK, prompt: TEXT, negative_prompt: { type: 'string' }, seed: SEED },
        ...{ upscale_factor: range(1, 4), creativity: range(0, 1), resemblance: range(0, 1) },
        ...{ guidance_scale: range(0, 20), num_inference_steps: count(4, 50) },
        enable_safety_checker: TRUTH,
      },
      ['image_url'],
    ),
    output: 'picture',
  },
  'fal-ai/vidu/start-end-to-video': {
    input: closed(
      {
        ...{ prompt: { ...TEXT, maxLength: 1500 }, start_image_url: LINK, end_image_url: LINK, seed: SEED },
        movement_amplitude: { enum: ['auto', 'small', 'medium', 'large'] },
      },
      ['prompt', 'start_image_url', 'end_image_url'],
    ),
    output: 'video',
  },
  'fal-ai/stable-audio': {
    input: closed(
      { prompt: TEXT, seconds_start: count(0, 47), seconds_total: count(0, 47), steps: count(1, 1000) },
      ['prompt'],
    ),
    output: 'audio_file',
  },
};
