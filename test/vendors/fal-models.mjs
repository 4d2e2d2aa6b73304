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
const KLING = {
  // document: the longest prompt and the range of the scale are not stated in the types; assumed
  ...{ prompt: { ...TEXT, maxLength: 2500 }, negative_prompt: { type: 'string' }, cfg_scale: range(0, 1) },
  duration: { enum: ['5', '10'] },
};
const VOICES = [
  ...['af_heart', 'af_alloy', 'af_aoede', 'af_bella', 'af_jessica', 'af_kore', 'af_nicole', 'af_nova'],
  ...['af_river', 'af_sarah', 'af_sky', 'am_adam', 'am_echo', 'am_eric', 'am_fenrir', 'am_liam'],
  ...['am_michael', 'am_onyx', 'am_puck', 'am_santa'],
];

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
  'fal-ai/birefnet': {
    input: closed(
      {
        ...{ image_url: LINK, output_mask: TRUTH, refine_foreground: TRUTH, sync_mode: TRUTH },
        model: { enum: ['General Use (Light)', 'General Use (Heavy)', 'Portrait'] },
        operating_resolution: { enum: ['1024x1024', '2048x2048'] },
        output_format: { enum: ['webp', 'png', 'gif'] },
      },
      ['image_url'],
    ),
    output: 'cutout',
  },
  'fal-ai/nano-banana/edit': {
    input: closed(
      {
        // document: how many pictures there may be is not stated; assumed
        ...{
          prompt: TEXT,
          image_urls: { type: 'array', items: LINK, minItems: 1, maxItems: 10 },
          seed: SEED,
        },
        ...{ num_images: PICTURES, limit_generations: TRUTH, sync_mode: TRUTH },
        aspect_ratio: {
          enum: ['auto', '21:9', '16:9', '3:2', '4:3', '5:4', '1:1', '4:5', '3:4', '2:3', '9:16'],
        },
        ...{ output_format: { enum: ['jpeg', 'png', 'webp'] } },
        safety_tolerance: { enum: ['1', '2', '3', '4', '5', '6'] },
      },
      ['prompt', 'image_urls'],
    ),
    output: 'described',
  },
  'fal-ai/kling-video/v2.5-turbo/pro/text-to-video': {
    input: closed({ ...KLING, aspect_ratio: { enum: ['16:9', '9:16', '1:1'] } }, ['prompt']),
    output: 'video',
  },
  'fal-ai/kling-video/v2.5-turbo/pro/image-to-video': {
    input: closed({ ...KLING, image_url: LINK, tail_image_url: LINK }, ['prompt', 'image_url']),
    output: 'video',
  },
  'fal-ai/kokoro/american-english': {
    input: closed({ prompt: { type: 'string' }, voice: { enum: VOICES }, speed: range(0.1, 5) }, []),
    output: 'audio',
  },
};
