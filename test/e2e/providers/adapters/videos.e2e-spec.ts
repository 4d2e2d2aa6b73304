import { describeAdapter } from './conformance.js';

describeAdapter({
  fake: 'videos',
  contract: 'videos',
  account: { models: expect.arrayContaining([expect.any(String)]) },
  entry: {
    kinds: {
      'video-reference': {
        model: 'sora-2',
        input: { prompt: '{{prompt}}', seconds: '4', size: '1280x720' },
      },
      'text-to-video': { models: { 'sora-2': { input: { prompt: '{{prompt}}', seconds: '4' } } } },
      'image-to-video': { models: { 'sora-2': { input: { prompt: '{{prompt|move}}', seconds: '4' } } } },
    },
  },
  basePath: '/v1',
  kinds: ['video-reference', 'text-to-video', 'image-to-video'],
  lostAnswer: 'uncertain',
  reportsProgress: true,
  refusals: ['content', 'parameters', 'model', 'balance', 'busy', 'key'],
});
