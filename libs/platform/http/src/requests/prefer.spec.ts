import { preferredWait } from './prefer.js';

describe('the wait that a request prefers', () => {
  it.each([
    ['wait=30', 30],
    ['WAIT = 5', 5],
    ['wait="7"', 7],
    ['wait=3600', 60],
    ['wait', 60],
    ['wait=""', 60],
    ['respond-async, wait=10', 10],
    ['wait=10; mode=fast, wait=20', 10],
    ['note="a, wait=9", wait=8', 8],
  ])('%s', (header, seconds) => expect(preferredWait(header, 60)).toBe(seconds));

  it.each([
    undefined,
    '',
    'respond-async',
    'wait=0',
    'wait=-1',
    'wait=1.5',
    'wait=soon',
    'await=5',
    'waiting',
    'note="wait=9"',
    `wait=5, ${'x'.repeat(300)}`,
  ])('is none for %s', (header) => expect(preferredWait(header, 60)).toBeUndefined());
});
