import { documentedIn, optionsWith, workOf } from '../__fixtures__/documented.js';
import { CogAdapter } from './cog.adapter.js';

const { reply } = documentedIn(import.meta.dirname);

describe('Answers of cog', () => {
  const adapter = new CogAdapter(optionsWith());

  it('are read', () => {
    expect(adapter.readOrder(reply('succeeded'), workOf('image-relight'))).toEqual({
      state: { kind: 'succeeded', files: [{ role: 'image', base64: 'data:image/png;base64,iVBORw0KGgo=' }] },
    });
    expect(adapter.readOrder(reply('failed'), workOf('image-relight'))).toEqual({
      state: { kind: 'failed', said: 'CUDA out of memory', refusal: undefined },
    });
    expect(adapter.refusalOf(409)).toBe('busy');
  });
});
