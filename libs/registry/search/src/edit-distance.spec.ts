import { editDistance } from './edit-distance.js';

describe('editDistance', () => {
  it.each([
    ['upscale', 'upscale', 0],
    ['upscale', 'upsale', 1],
    ['upscale', 'upscalee', 1],
    ['upscale', 'upscsle', 1],
    ['upscale', 'upsclae', 1],
    ['upscale', 'psucale', 2],
    ['', 'ab', 2],
  ])('%s to %s takes %i', (left, right, distance) => {
    expect(editDistance(left, right, 2)).toBe(distance);
    expect(editDistance(right, left, 2)).toBe(distance);
  });

  it('stops counting one above the limit', () => {
    expect(editDistance('kitten', 'saturday', 2)).toBe(3);
    expect(editDistance('ab', 'abcdef', 1)).toBe(2);
  });
});
