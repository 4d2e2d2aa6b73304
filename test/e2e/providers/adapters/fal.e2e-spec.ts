import { describeAdapter } from './conformance.js';

describeAdapter({
  fake: 'fal',
  contract: 'fal',
  entry: {
    kinds: {
      'image-relight': {
        model: 'fal-ai/iclight-v2',
        input: { prompt: '{{prompt}}', image_url: '{{image}}', seed: '{{seed}}' },
      },
      'image-style-transfer': {
        model: 'fal-ai/flux/dev/image-to-image',
        input: { prompt: '{{prompt}}', image_url: '{{image}}', strength: '{{strength|0.8}}' },
      },
      'skin-enhancer-faithful': {
        model: 'fal-ai/clarity-upscaler',
        input: { prompt: 'natural skin', image_url: '{{image}}' },
      },
      'video-start-end': {
        model: 'fal-ai/vidu/start-end-to-video',
        input: { prompt: '{{prompt}}', start_image_url: '{{image}}', end_image_url: '{{image_2}}' },
      },
      'music-from-text': {
        model: 'fal-ai/stable-audio',
        input: { prompt: '{{prompt}}', seconds_total: '{{duration}}' },
      },
      'image-edit': {
        models: {
          'nano-banana': {
            model: 'fal-ai/nano-banana/edit',
            input: { prompt: '{{prompt}}', image_urls: ['{{image}}', '{{image_2}}'] },
          },
        },
      },
      'remove-background': {
        models: { birefnet: { model: 'fal-ai/birefnet', input: { image_url: '{{image}}' } } },
      },
      'text-to-video': {
        models: {
          kling: {
            model: 'fal-ai/kling-video/v2.5-turbo/pro/text-to-video',
            input: { prompt: '{{prompt}}', aspect_ratio: '{{aspect_ratio|16:9}}' },
          },
        },
      },
      'image-to-video': {
        models: {
          kling: {
            model: 'fal-ai/kling-video/v2.5-turbo/pro/image-to-video',
            input: { prompt: '{{prompt|move}}', image_url: '{{image}}', tail_image_url: '{{image_2}}' },
          },
        },
      },
      'text-to-speech': {
        models: {
          kokoro: {
            model: 'fal-ai/kokoro/american-english',
            input: { prompt: '{{text}}', voice: '{{voice|af_heart}}' },
          },
        },
      },
      'text-to-image': {
        models: {
          'flux-dev': {
            model: 'fal-ai/flux/dev',
            input: {
              prompt: '{{prompt}}',
              image_size: { width: '{{width|1024}}', height: '{{height|768}}' },
              seed: '{{seed}}',
            },
          },
        },
      },
    },
    paths: { keys: '/.well-known/jwks.json' },
  },
  kinds: [
    'image-relight',
    'image-style-transfer',
    'skin-enhancer-faithful',
    'video-start-end',
    'music-from-text',
    ...['text-to-image', 'image-edit', 'remove-background', 'text-to-video', 'image-to-video'],
    'text-to-speech',
  ],
  lostAnswer: 'uncertain',
  hasLinks: true,
  canCancel: true,
  signsCallbacks: true,
  refusals: ['content', 'parameters', 'model', 'balance', 'busy', 'key'],
});
