import { describeAdapter } from './conformance.js';

const recipe = {
  model: 'google/veo-3.1',
  input: { prompt: '{{prompt|move}}', duration: 4, resolution: '720p', seed: '{{seed}}' },
};

describeAdapter({
  fake: 'videos',
  contract: 'openrouterVideos',
  adapter: 'openrouter-videos',
  account: { models: expect.arrayContaining([expect.any(String)]) },
  entry: {
    kinds: {
      ...{ 'video-start-end': recipe, 'video-reference': recipe },
      'text-to-video': { models: { 'google/veo-3.1': { input: recipe.input } } },
      'image-to-video': { models: { veo: recipe } },
    },
  },
  basePath: '/api/v1',
  kinds: ['video-start-end', 'video-reference', 'text-to-video', 'image-to-video'],
  lostAnswer: 'uncertain',
  refusals: ['content', 'parameters', 'model', 'balance', 'busy', 'key'],
});
