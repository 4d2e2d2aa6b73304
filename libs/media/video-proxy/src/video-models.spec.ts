import {
  describeSizes,
  findSize,
  hasSoundByDefault,
  listSizes,
  sizeProblem,
  takesMovement,
  takesSoundOptions,
  VIDEO_MODELS,
} from './video-models.js';

describe('findSize', () => {
  it.each([
    ['vq3-pro', 5, '720p'],
    ['vq2-pro-fast', 5, '720p'],
    ['vq2-pro', 5, '720p'],
    ['vq2-turbo', 5, '720p'],
    ['vq1', 5, '1080p'],
    ['vq1-classic', 5, '1080p'],
    ['v2.0', 4, '360p'],
  ] as const)('gives %s its defaults', (model, durationSeconds, resolution) => {
    expect(findSize(model, undefined, undefined)).toEqual({ durationSeconds, resolution });
  });

  it('gives 8 s of v2.0 the only resolution it has', () => {
    expect(findSize('v2.0', 8, undefined)).toEqual({ durationSeconds: 8, resolution: '720p' });
  });

  it.each([
    ['vq3-pro', [1, 16], ['540p', '720p', '1080p', '2K']],
    ['vq2-pro-fast', [1, 10], ['720p', '1080p']],
    ['vq2-pro', [1, 8], ['360p', '540p', '720p', '1080p']],
    ['vq2-turbo', [1, 8], ['360p', '540p', '720p', '1080p']],
    ['vq1', [5, 5], ['1080p']],
    ['vq1-classic', [5, 5], ['1080p']],
  ] as const)('allows %s the sizes it offers, and no others', (model, [shortest, longest], offered) => {
    for (const resolution of ['360p', '540p', '720p', '1080p', '2K'] as const) {
      const isOffered = offered.some((name) => name === resolution);
      for (const seconds of [shortest - 1, shortest, longest, longest + 1]) {
        const isMade = isOffered && seconds >= shortest && seconds <= longest;
        const size = isMade ? { durationSeconds: seconds, resolution } : undefined;
        expect(findSize(model, seconds, resolution)).toEqual(size);
        const problem = sizeProblem(model, seconds, resolution);
        if (isMade) expect(problem).toBeUndefined();
        else expect(problem).toContain(offered.join(', '));
      }
    }
  });

  it('lists the combinations of v2.0', () => {
    expect(sizeProblem('v2.0', 8, '1080p')).toBe(
      'duration and resolution must be what v2.0 offers (4 s at 360p, 720p, 1080p; 8 s at 720p), not 8 s at 1080p',
    );
    expect(sizeProblem('v2.0', 5, undefined)).toContain('not 5 s');
    expect(sizeProblem('v2.0', 4, '540p')).toContain('4 s at 360p, 720p, 1080p');
  });
});

describe('describeSizes', () => {
  it('lists what findSize allows', () => {
    expect(Object.keys(describeSizes())).toEqual(VIDEO_MODELS);
    expect(describeSizes()['v2.0']).toEqual({
      default_duration: 4,
      sizes: [
        { from: 4, to: 4, resolutions: ['360p', '720p', '1080p'] },
        { from: 8, to: 8, resolutions: ['720p'] },
      ],
    });
  });
});

describe('the models', () => {
  it('know which fields have an effect', () => {
    expect([hasSoundByDefault('vq3-pro'), hasSoundByDefault('vq2-pro')]).toEqual([true, false]);
    expect([takesSoundOptions('vq3-pro'), takesSoundOptions('vq2-turbo')]).toEqual([false, true]);
    expect([takesMovement('vq3-pro'), takesMovement('vq2-pro-fast'), takesMovement('v2.0')]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('offer 154 combinations', () => {
    expect(listSizes()).toHaveLength(16 * 4 + 10 * 2 + 8 * 4 * 2 + 2 + 4);
  });
});
