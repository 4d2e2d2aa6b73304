import { describeAdapter } from './conformance.js';

describeAdapter({
  fake: 'vidu',
  contract: 'vidu',
  account: { balance: '1000 credits (metered)', models: null },
  entry: {
    kinds: {
      ...{ 'video-start-end': {}, 'video-reference': {}, 'video-extend': {} },
      'text-to-video': { models: { 'viduq3-pro': {}, viduq2: { fields: { duration: { maximum: 10 } } } } },
      'image-to-video': { models: { 'viduq2-turbo': {} } },
    },
  },
  basePath: '/ent/v2',
  kinds: ['video-start-end', 'video-reference', 'video-extend', 'text-to-video', 'image-to-video'],
  lostAnswer: 'found',
  hasLinks: true,
  canCancel: true,
  reportsProgress: true,
  signsCallbacks: true,
  refusals: ['content', 'parameters', 'model', 'balance', 'busy', 'key'],
});
