import { describeAdapter } from './conformance.js';

describeAdapter({
  fake: 'replicate',
  contract: 'replicate',
  account: { balance: null },
  entry: {
    kinds: {
      'image-relight': {
        model: 'black-forest-labs/flux-kontext-pro',
        input: { prompt: '{{prompt|relight}}', input_image: '{{image}}', seed: '{{seed}}' },
      },
      'skin-enhancer-faithful': {
        model: 'nightmareai/real-esrgan:350d32041630ffbe63c8352783a26d94126809164e54085352f8326e53999085',
        input: { image: '{{image}}', scale: 2 },
      },
      'video-start-end': {
        model: 'kwaivgi/kling-v2.1',
        input: {
          ...{ prompt: '{{prompt|move}}', start_image: '{{image}}', end_image: '{{image_2}}' },
          ...{ mode: 'pro', duration: 5 },
        },
      },
      'music-from-text': {
        model: 'b05b1dff1d8c6dc63d14b0cdb42135378dcb87f6373b0d3d341ede46e59e2b38',
        input: { prompt: '{{prompt}}', duration: '{{duration}}', output_format: 'mp3' },
      },
      'text-to-image': {
        models: {
          'flux-schnell': {
            model: 'black-forest-labs/flux-schnell',
            input: { prompt: '{{prompt}}', aspect_ratio: '{{aspect_ratio|1:1}}', seed: '{{seed}}' },
          },
        },
      },
      upscale: {
        models: {
          'real-esrgan': {
            model: 'nightmareai/real-esrgan:350d32041630ffbe63c8352783a26d94126809164e54085352f8326e53999085',
            input: { image: '{{image}}', scale: '{{scale|2}}' },
          },
        },
      },
    },
    callback_secret: `whsec_${Buffer.from('the secret of the calls').toString('base64')}`,
  },
  basePath: '/v1',
  kinds: [
    ...['image-relight', 'skin-enhancer-faithful', 'video-start-end', 'music-from-text'],
    ...['text-to-image', 'upscale'],
  ],
  lostAnswer: 'found',
  hasLinks: true,
  canCancel: true,
  signsCallbacks: true,
  refusals: ['content', 'parameters', 'model', 'balance', 'busy', 'key'],
});
