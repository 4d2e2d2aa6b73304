import { documentedIn, optionsWith, workOf } from '../__fixtures__/documented.js';
import { FalAdapter } from './fal.adapter.js';

const { reply } = documentedIn(import.meta.dirname);
const adapter = new FalAdapter(optionsWith({ baseUrl: 'https://queue.fal.run' }));

describe('Answers of fal', () => {
  const id = '/fal-ai/flux/requests/764cabcf-b745-4b3e-ae38-1200304cf45b';
  const work = workOf('image-relight');

  it('are read, the result by one more call', () => {
    expect(adapter.readOrder(reply('order'))).toEqual({ vendorId: id });
    expect(adapter.readState(reply('answered'), work, id)).toMatchObject({ kind: 'ask', call: { path: id } });
    expect(adapter.readResult(reply('result'), work)).toEqual({
      kind: 'succeeded',
      files: [{ role: 'image', url: 'https://files.example.com/out.png' }],
    });
  });

  it('say why work failed, also where it is called completed', () => {
    expect(adapter.readResult(reply('refused'), work)).toMatchObject({ kind: 'failed', refusal: 'content' });
    const failed = { status: 200, json: { status: 'COMPLETED', error: 'Runner crashed' } };
    expect(adapter.readState(failed, work, id)).toMatchObject({ kind: 'failed', said: 'Runner crashed' });
  });
});
