import { describeAdapter } from './conformance.js';

describeAdapter({
  fake: 'freepik',
  contract: 'freepik',
  entry: { callback_secret: 'freepik-webhook-secret' },
  kinds: [
    'image-relight',
    'image-style-transfer',
    'skin-enhancer-faithful',
    'skin-enhancer-creative',
    'skin-enhancer-flexible',
  ],
  lostAnswer: 'uncertain',
  hasLinks: true,
  signsCallbacks: true,
  refusals: ['content', 'parameters', 'model', 'balance', 'busy', 'key'],
});
