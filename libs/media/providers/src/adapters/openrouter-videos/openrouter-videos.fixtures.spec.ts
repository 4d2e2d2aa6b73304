import { documentedIn, optionsWith, workOf } from '../__fixtures__/documented.js';
import { OpenRouterVideosAdapter } from './openrouter-videos.adapter.js';

const { fixture, reply } = documentedIn(import.meta.dirname);
const WORK = workOf('video-start-end');
const ID = 'job-abc123';

describe('Answers of OpenRouter about videos', () => {
  const adapter = new OpenRouterVideosAdapter(optionsWith());

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
