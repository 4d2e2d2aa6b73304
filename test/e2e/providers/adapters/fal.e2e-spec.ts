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
    },
    paths: { keys: '/.well-known/jwks.json' },
  },
  kinds: [
    'image-relight',
    'image-style-transfer',
    'skin-enhancer-faithful',
    'video-start-end',
    'music-from-text',
  ],
  lostAnswer: 'uncertain',
  hasLinks: true,
  canCancel: true,
  signsCallbacks: true,
  refusals: ['content', 'parameters', 'model', 'balance', 'busy', 'key'],
});
