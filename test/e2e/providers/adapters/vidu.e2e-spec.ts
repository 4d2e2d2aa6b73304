import { describeAdapter } from './conformance.js';

describeAdapter({
  fake: 'vidu',
  contract: 'vidu',
  account: { balance: '1000 credits (metered)', models: null },
  entry: {},
  basePath: '/ent/v2',
  kinds: ['video-start-end', 'video-reference', 'video-extend'],
  lostAnswer: 'found',
  hasLinks: true,
  canCancel: true,
  reportsProgress: true,
  signsCallbacks: true,
  refusals: ['content', 'parameters', 'model', 'balance', 'busy', 'key'],
});
