import { describeAdapter } from './conformance.js';

describeAdapter({
  fake: 'replicate',
  contract: 'cog',
  entry: {
    kinds: {
      'image-style-transfer': {
        input: {
          ...{ prompt: '{{prompt}}', image: '{{image}}', seed: '{{seed}}' },
          prompt_strength: '{{strength|0.6}}',
        },
      },
      'skin-enhancer-faithful': { input: { image: '{{image}}' } },
    },
  },
  kinds: ['image-style-transfer', 'skin-enhancer-faithful'],
  lostAnswer: 'uncertain',
  isAtOnce: true,
  refusals: ['parameters', 'model', 'balance', 'busy', 'key'],
});
