import { documentedIn, optionsWith } from '../__fixtures__/documented.js';
import { OpenAiImagesAdapter } from './openai-images.adapter.js';

const { fixture, reply } = documentedIn(import.meta.dirname);
describe('Answers of OpenAI about pictures', () => {
  const adapter = new OpenAiImagesAdapter(optionsWith());

  it('are read', () => {
    expect(adapter.readOrder(reply('edited'))).toEqual({
      state: { kind: 'succeeded', files: [{ role: 'image', base64: 'iVBORw0KGgo=' }] },
    });
  });

  it.each([
    ['no-quota', 'balance'],
    ['wrong-size', 'parameters'],
    ['moderated', 'content'],
  ])('%s is about %s', (name, refusal) => {
    const { status, body } = fixture(name);
    expect(adapter.refusalOf(status, body)).toBe(refusal);
  });

  it('leave an order in doubt whose server failed', () => {
    expect(adapter.refusalOf(500, fixture('moderated').body)).toBeUndefined();
  });
});
