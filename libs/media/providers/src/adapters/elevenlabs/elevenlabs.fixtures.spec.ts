import { documentedIn, optionsWith } from '../__fixtures__/documented.js';
import { UnusableResult } from '../vendor-adapter.js';
import { ElevenlabsAdapter } from './elevenlabs.adapter.js';

const { fixture } = documentedIn(import.meta.dirname);
const adapter = new ElevenlabsAdapter(optionsWith());

describe('what ElevenLabs answers', () => {
  it.each([
    ['bad-prompt', 'content'],
    ['quota', 'balance'],
    ['invalid', 'parameters'],
  ])('refuses %s because of its %s', (name, refusal) => {
    const { status, body } = fixture(name);
    expect(adapter.refusalOf(status, body)).toBe(refusal);
  });

  it('is the file, or of no use', () => {
    const bytes = Buffer.from('ID3');
    expect(adapter.readOrder({ status: 200, json: undefined, bytes })).toEqual({
      state: { kind: 'succeeded', files: [{ role: 'audio', bytes }] },
    });
    expect(() => adapter.readOrder({ status: 200, json: undefined, bytes: Buffer.alloc(0) })).toThrow(
      UnusableResult,
    );
  });

  it.each([
    [2, 'duration must be 3 to 600 seconds'],
    [3, undefined],
    [undefined, undefined],
  ])('is asked for %s seconds: %s', (durationSeconds, rule) => {
    expect(adapter.refuses({ kind: 'music-from-text', durationSeconds })).toBe(rule);
  });

  it('is asked for MP3 only, which is known by its content', () => {
    const recipes = new Map([['music-from-text', { input: { output_format: 'pcm_44100' } }]]);
    expect(new ElevenlabsAdapter({ recipes, paths: new Map() } as never).problems()).toHaveLength(1);
  });
});
