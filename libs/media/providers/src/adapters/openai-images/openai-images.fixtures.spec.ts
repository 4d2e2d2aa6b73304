import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { UpstreamOptions } from '../../terms/upstream-options.js';
import { OpenAiImagesAdapter } from './openai-images.adapter.js';

const fixture = (name: string): any =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, 'fixtures', `${name}.json`), 'utf8'));

describe('Answers of OpenAI about pictures', () => {
  const adapter = new OpenAiImagesAdapter({} as UpstreamOptions);

  it('are read', () => {
    expect(adapter.readOrder({ status: 200, json: fixture('edited').body })).toEqual({
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
