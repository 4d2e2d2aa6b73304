import { createHash } from 'node:crypto';
import { fingerprint } from './request-fingerprint.js';

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

  it('is that of the whole text, however it is cut to hash it', async () => {
    const text = `x${'🎨'.repeat(3_000_000)}`;
    const whole = createHash('sha256').update(`POST /things?x=1\n"${text.length}:${text}`).digest('hex');
    expect(await of(text)).toBe(whole);
  });
});
