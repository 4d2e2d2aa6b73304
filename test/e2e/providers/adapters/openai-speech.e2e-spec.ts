import { describeAdapter } from './conformance.js';

describeAdapter({
  fake: 'openai-speech',
  contract: 'openaiSpeech',
  adapter: 'openai-speech',
  account: { models: expect.arrayContaining([expect.any(String)]) },
  entry: {
    kinds: {
      'text-to-speech': {
        models: {
          'tts-1': {
            input: { input: '{{text}}', voice: '{{voice|alloy}}', speed: '{{speed}}' },
            fields: { text: { maxLength: 4096 }, voice: { enum: ['alloy', 'nova'] } },
          },
        },
      },
    },
  },
  basePath: '/v1',
  kinds: ['text-to-speech'],
  lostAnswer: 'uncertain',
  isAtOnce: true,
  refusals: ['content', 'parameters', 'model', 'balance', 'busy', 'key'],
});
