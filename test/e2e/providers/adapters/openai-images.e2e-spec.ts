import { describeAdapter } from './conformance.js';

describeAdapter({
  fake: 'openai-images',
  contract: 'openaiImages',
  adapter: 'openai-images',
  account: { models: expect.arrayContaining([expect.any(String)]) },
  entry: {
    kinds: {
      'image-relight': {
        model: 'gpt-image-1',
        input: { prompt: 'Relight the picture: {{prompt|soft daylight}}', size: 'auto', quality: 'high' },
      },
      'image-style-transfer': {
        model: 'gpt-image-1',
        input: { prompt: 'Paint the first picture in the style of the second. {{prompt}}' },
      },
      'skin-enhancer-faithful': { model: 'gpt-image-1-mini', input: { prompt: 'Retouch the skin.' } },
      'skin-enhancer-creative': {
        model: 'dall-e-2',
        input: { prompt: 'Retouch the skin.', size: '256x256', response_format: 'url' },
      },
      'text-to-image': {
        models: {
          'gpt-image': {
            model: 'gpt-image-1',
            input: { prompt: '{{prompt}}', size: '{{size|auto}}' },
            fields: { size: { type: 'string', enum: ['auto', '1024x1024'] } },
          },
        },
      },
      'image-edit': { models: { 'gpt-image': { model: 'gpt-image-1', input: { prompt: '{{prompt}}' } } } },
    },
  },
  basePath: '/v1',
  kinds: [
    'image-relight',
    'image-style-transfer',
    'skin-enhancer-faithful',
    'skin-enhancer-creative',
    'text-to-image',
    'image-edit',
  ],
  lostAnswer: 'uncertain',
  isAtOnce: true,
  refusals: ['content', 'parameters', 'model', 'balance', 'busy', 'key'],
});
