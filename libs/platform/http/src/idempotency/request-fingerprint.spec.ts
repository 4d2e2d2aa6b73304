import { LongText } from '../fields/long-text.js';
import { fingerprint } from './request-fingerprint.js';

const VERY_LONG = 'x'.repeat(3_000_000);
const post = { method: 'POST', url: '/things?x=1' };
const of = async (body: unknown, request = post): Promise<string> =>
  (await fingerprint(request, body)).toString('hex');

describe('the fingerprint of a request', () => {
  it('is the same for equal values in another order', async () => {
    expect(await of({ a: 1, b: { c: [1, 2], d: null } })).toBe(await of({ b: { d: null, c: [1, 2] }, a: 1 }));
  });

  it.each([
    ['another number', { a: 1 }, { a: 2 }],
    ['a text instead of a number', { a: 1 }, { a: '1' }],
    ['null instead of absence', { a: null }, {}],
    ['another order in a list', [1, 2], [2, 1]],
    ['another split of texts', ['ab', 'c'], ['a', 'bc']],
    ['another nesting', [[1], 2], [[1, 2]]],
    ['no body instead of null', undefined, null],
    ['a long text with another end', `${'x'.repeat(100_000)}a`, `${'x'.repeat(100_000)}b`],
    ['a very long text with another end', LongText.of(`${VERY_LONG}a`), LongText.of(`${VERY_LONG}b`)],
    ['a very long text instead of its digest', LongText.of(VERY_LONG), LongText.of(VERY_LONG).sha256],
    ['another digest', Buffer.from('a'), Buffer.from('b')],
  ])('differs for %s', async (_, left, right) => {
    expect(await of(left)).not.toBe(await of(right));
  });

  it('differs for another method, path or query', async () => {
    const all = [
      post,
      { ...post, method: 'PUT' },
      { ...post, url: '/things?x=2' },
      { ...post, url: '/others?x=1' },
    ];
    expect(new Set(await Promise.all(all.map((request) => of({}, request)))).size).toBe(4);
  });

  it('is the same for many long texts, which are not hashed at a stretch', async () => {
    const texts = (): string[] => Array.from({ length: 5 }, () => 'x'.repeat(1_000_000));
    expect(await of(texts())).toBe(await of(texts()));
    expect(await of(texts())).not.toBe(await of([...texts(), 'x']));
  });
});
