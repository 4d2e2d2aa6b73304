import { frameSize, frameSizeLike } from './frame-size.js';

describe('the frame of a video', () => {
  it.each([
    ['360p', '16:9', 640, 360],
    ['540p', '9:16', 540, 960],
    ['720p', '16:9', 1280, 720],
    ['720p', '4:3', 960, 720],
    ['1080p', '1:1', 1080, 1080],
    ['1080p', '3:4', 1080, 1440],
    ['2K', '16:9', 2560, 1440],
  ] as const)('of %s and %s is %i by %i', (resolution, aspectRatio, width, height) => {
    expect(frameSize(resolution, aspectRatio)).toEqual({ width, height });
  });

  it('follows any source aspect with even sides and a bounded length', () => {
    expect(frameSizeLike('540p', 853 / 480)).toEqual({ width: 960, height: 540 });
    expect(frameSizeLike('720p', 0.4601)).toEqual({ width: 720, height: 1564 });
    expect(frameSizeLike('1080p', 20)).toEqual({ width: 4096, height: 1080 });
  });
});
