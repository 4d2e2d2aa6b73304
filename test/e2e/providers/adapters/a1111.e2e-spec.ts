import { type AdapterCase, describeAdapter } from './conformance.js';

const input = {
  prompt: '{{prompt|natural skin}}',
  denoising_strength: '{{strength|0.5}}',
  seed: '{{seed}}',
  ...{ steps: 25, width: 768, height: 768, resize_mode: 1 },
};
const a1111: AdapterCase = {
  fake: 'a1111',
  contract: 'a1111',
  key: 'user:password',
  account: { models: expect.arrayContaining([expect.any(String)]) },
  entry: {
    adapter: 'a1111',
    kinds: {
      'image-relight': { model: 'sd_xl_base_1.0.safetensors', input },
      'image-style-transfer': { input },
      'skin-enhancer-creative': { model: 'v1-5-pruned-emaonly', input },
      'text-to-image': {
        models: {
          sdxl: { model: 'sd_xl_base_1.0', input: { prompt: '{{prompt}}', width: '{{width|768}}' } },
        },
      },
      'image-edit': { models: { sdxl: { model: 'sd_xl_base_1.0', input } } },
      upscale: {
        models: {
          lanczos: { model: 'Lanczos', input: { upscaling_resize: '{{scale|2}}', upscaler_1: 'Lanczos' } },
        },
      },
    },
  },
  kinds: [
    ...['image-relight', 'image-style-transfer', 'skin-enhancer-creative'],
    ...['text-to-image', 'image-edit', 'upscale'],
  ],
  lostAnswer: 'uncertain',
  isAtOnce: true,
  refusals: ['parameters', 'key'],
};

describeAdapter(a1111);
describeAdapter({
  ...a1111,
  contract: 'openA1111',
  entry: { ...a1111.entry, keys: undefined },
  refusals: ['parameters'],
});
