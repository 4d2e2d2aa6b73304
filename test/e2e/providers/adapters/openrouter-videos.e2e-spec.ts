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
  entry: { kinds: { 'video-start-end': recipe, 'video-reference': recipe } },
  basePath: '/api/v1',
  kinds: ['video-start-end', 'video-reference'],
  lostAnswer: 'uncertain',
  refusals: ['content', 'parameters', 'model', 'balance', 'busy', 'key'],
});
