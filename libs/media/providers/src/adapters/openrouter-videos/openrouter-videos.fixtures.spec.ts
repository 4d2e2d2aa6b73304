import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { UpstreamOptions } from '../../terms/upstream-options.js';
import { OpenRouterVideosAdapter } from './openrouter-videos.adapter.js';

const fixture = (name: string): any =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, 'fixtures', `${name}.json`), 'utf8'));
const reply = (name: string): any => ({ status: 200, json: fixture(name).body });
const WORK = { kind: 'video-start-end' } as any;
const ID = 'job-abc123';

describe('Answers of OpenRouter about videos', () => {
  const adapter = new OpenRouterVideosAdapter({} as UpstreamOptions);

  it('are read', () => {
    expect(adapter.readOrder(reply('order'))).toEqual({ vendorId: ID });
    expect(adapter.readState(reply('order'), WORK, ID)).toEqual({ kind: 'running' });
    expect(adapter.readState(reply('completed'), WORK, ID)).toEqual({
      ...{ kind: 'succeeded', credits: 0.4 },
      files: [{ role: 'video', call: { path: `/videos/${ID}/content?index=0` } }],
    });
  });

  it('refuse content, or a key', () => {
    expect(adapter.refusalOf(403, fixture('refused').body)).toBe('content');
    expect(adapter.refusalOf(403, { error: { message: 'Key limit exceeded' } })).toBe('key');
  });
});
