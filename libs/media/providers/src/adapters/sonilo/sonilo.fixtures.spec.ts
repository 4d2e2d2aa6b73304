import { documentedIn, optionsWith } from '../__fixtures__/documented.js';
import { GarbledVendorReply, UnusableResult } from '../vendor-adapter.js';
import { SoniloAdapter, SoniloAsyncAdapter } from './sonilo.adapter.js';

const { fixture } = documentedIn(import.meta.dirname);
const tasks = new SoniloAsyncAdapter(optionsWith());
const streams = new SoniloAdapter(optionsWith());

function stateOf(body: unknown): object {
  return tasks.readState({ status: 200, json: body });
}

describe('what Sonilo answers', () => {
  it('names its task', () => {
    expect(tasks.readOrder({ status: 202, json: fixture('order').body })).toEqual({ vendorId: 'task-1' });
  });

  it('has files, a title and a cost in dollars when it succeeded', () => {
    expect(stateOf(fixture('succeeded').body)).toEqual({
      kind: 'succeeded',
      files: [{ role: 'audio', url: 'https://files.example.com/task-1.mp3' }],
      details: { title: 'Still Water', display_tags: ['calm', 'piano'] },
      credits: 0.045,
    });
    expect(() => stateOf({ status: 'succeeded', audio: [] })).toThrow(UnusableResult);
    expect(() => stateOf({ status: 'done' })).toThrow(GarbledVendorReply);
  });

  it('costs nothing when it failed and was refunded', () => {
    const { body } = fixture('failed');
    expect(stateOf(body)).toMatchObject({ kind: 'failed', credits: 0, refusal: undefined, said: body.error });
    expect(stateOf({ ...body, refunded: false })).toMatchObject({ credits: undefined });
  });

  it.each([
    ['balance', 'balance'],
    ['invalid', 'parameters'],
  ])('refuses the order of %s because of its %s', (name, refusal) => {
    const { status, body } = fixture(name);
    expect(tasks.refusalOf(status, body)).toBe(refusal);
  });

  it('says its price in a line of the stream', () => {
    const { body } = fixture('cost-line');
    expect(streams.translateLine(body)).toEqual({ type: 'cost', credits: 0.045 });
    for (const billing_after_discount of [undefined, null, '', 'free', '-1'])
      expect(streams.translateLine({ ...body, billing_after_discount }).credits).toBeUndefined();
  });

  it('is asked by the stream for nothing that only tasks have', () => {
    const recipes = new Map([['music-from-text', { input: { output_format: 'wav' } }]]);
    expect(new SoniloAdapter(optionsWith({ recipes })).problems()).toEqual([
      'kinds.music-from-text.input.output_format must not be stated: only sonilo-async has it',
    ]);
    expect(new SoniloAsyncAdapter(optionsWith({ recipes })).problems()).toEqual([]);
  });
});
