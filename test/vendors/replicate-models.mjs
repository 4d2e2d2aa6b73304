import { closed, count, range } from './schemas.mjs';

const TRUTH = { type: 'boolean' };
const TEXT = { type: 'string', minLength: 1 };
const SEED = { type: 'integer' };
const LINK = { type: 'string', pattern: '^(https?://|data:)' };
const RATIOS = ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3', '4:5', '5:4', '21:9', '9:21'];

/** What each model takes, which file it makes, and whether it is asked for by its version only. */
export const MODELS = {
  'black-forest-labs/flux-kontext-pro': {
    version: '0a1381936934845a14efcc9f309ce7d031cb905867878b5c5830280e00e97606',
    kind: 'picture',
    input: closed(
      {
        ...{ prompt: TEXT, input_image: LINK, seed: SEED, prompt_upsampling: TRUTH },
        ...{
          aspect_ratio: { enum: ['match_input_image', ...RATIOS] },
          output_format: { enum: ['jpg', 'png'] },
        },
        safety_tolerance: count(0, 6),
      },
      ['prompt'],
    ),
  },
  'black-forest-labs/flux-schnell': {
    version: 'c846a69991daf4c0e5d016514849d14ee5b2e6846ce6b9d6f21369e564cfe51e',
    kind: 'picture',
    isList: true,
    input: closed(
      {
        ...{ prompt: TEXT, seed: SEED, go_fast: TRUTH, disable_safety_checker: TRUTH },
        ...{ num_outputs: count(1, 4), num_inference_steps: count(1, 4), output_quality: count(0, 100) },
        ...{ aspect_ratio: { enum: RATIOS }, output_format: { enum: ['webp', 'jpg', 'png'] } },
        megapixels: { enum: ['1', '0.25'] },
      },
      ['prompt'],
    ),
  },
  'nightmareai/real-esrgan': {
    version: '350d32041630ffbe63c8352783a26d94126809164e54085352f8326e53999085',
    kind: 'picture',
    input: closed({ image: LINK, scale: range(0, 10), face_enhance: TRUTH }, ['image']),
  },
  'kwaivgi/kling-v2.1': {
    version: 'daad218feb714b03e2a1ac445986aebb9d05243cd00da2af17be2e4049f48f69',
    kind: 'video',
    input: {
      ...closed(
        {
          ...{ prompt: TEXT, start_image: LINK, end_image: LINK, negative_prompt: { type: 'string' } },
          ...{ mode: { enum: ['standard', 'pro'] }, duration: { enum: [5, 10] } },
        },
        ['prompt', 'start_image'],
      ),
      // an end frame needs the mode `pro`
      if: { required: ['end_image'] },
      then: { required: ['mode'], properties: { mode: { const: 'pro' } } },
    },
  },
  'meta/musicgen': {
    version: 'b05b1dff1d8c6dc63d14b0cdb42135378dcb87f6373b0d3d341ede46e59e2b38',
    kind: 'sound',
    byVersionOnly: true,
    input: closed(
      {
        ...{ prompt: TEXT, input_audio: LINK, duration: { type: 'integer' }, seed: SEED },
        ...{ continuation: TRUTH, continuation_start: { type: 'integer', minimum: 0 } },
        ...{ continuation_end: { type: 'integer', minimum: 0 }, multi_band_diffusion: TRUTH },
        model_version: {
          enum: ['stereo-melody-large', 'stereo-large', 'melody-large', 'large', 'encode-decode'],
        },
        normalization_strategy: { enum: ['loudness', 'clip', 'peak', 'rms'] },
        ...{ top_k: { type: 'integer' }, top_p: { type: 'number' }, temperature: { type: 'number' } },
        ...{ classifier_free_guidance: { type: 'integer' }, output_format: { enum: ['wav', 'mp3'] } },
      },
      [],
    ),
  },
};
