import { documentedIn, optionsWith, workOf } from '../__fixtures__/documented.js';
import { VideosAdapter } from './videos.adapter.js';

const { reply } = documentedIn(import.meta.dirname);
const KIND = 'video-start-end';
const WORK = workOf(KIND);

describe('Answers about videos', () => {
  const adapter = new VideosAdapter(optionsWith({ recipes: new Map([[KIND, {}]]) }));

  it('are read', () => {
    expect(adapter.readOrder(reply('order'))).toEqual({ vendorId: 'video_123' });
    expect(adapter.readState(reply('order'), WORK, 'video_123')).toEqual({ kind: 'running' });
    expect(adapter.readState(reply('completed'), WORK, 'video_123')).toEqual({
      kind: 'succeeded',
      files: [{ role: 'video', call: { path: '/videos/video_123/content' } }],
    });
    expect(adapter.readState(reply('failed'), WORK, 'video_123')).toMatchObject({
      ...{ kind: 'failed', refusal: 'content' },
    });
  });

  it('are about one picture', () => {
    expect(adapter.refuses({ kind: KIND, images: 1 })).toBeUndefined();
    expect(adapter.refuses({ kind: KIND, images: 2 })).toBe('images must be 1');
  });
});
