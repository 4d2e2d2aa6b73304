import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { UpstreamOptions } from '../../terms/upstream-options.js';
import { VideosAdapter } from './videos.adapter.js';

const fixture = (name: string): any =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, 'fixtures', `${name}.json`), 'utf8'));
const reply = (name: string): any => ({ status: 200, json: fixture(name).body });
const KIND = 'video-start-end';
const WORK = { kind: KIND } as any;

describe('Answers about videos', () => {
  const adapter = new VideosAdapter({ recipes: new Map([[KIND, {}]]) } as unknown as UpstreamOptions);

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
