import { publisherIdProblem } from './publisher-id.js';

describe('publisher ids', () => {
  it.each(['ab', 'my-team', 'a1', `a${'b'.repeat(62)}`])('take %s', (id) => {
    expect(publisherIdProblem(id)).toBeUndefined();
  });

  it.each(['', 'a', 'A', '1a', '-a', 'a_b', 'a b', 'é-a', `a${'b'.repeat(63)}`, 'ab\u0000', 5, null])(
    'refuse %p',
    (id) => {
      expect(publisherIdProblem(id)).toMatch(/^must be/);
    },
  );

  it('refuse reserved words', () => {
    expect(publisherIdProblem('admin')).toBe('must not be a reserved word');
  });
});
