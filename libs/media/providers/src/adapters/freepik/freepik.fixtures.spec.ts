import { documentedIn, optionsWith } from '../__fixtures__/documented.js';
import { FreepikAdapter } from './freepik.adapter.js';

const { fixture, reply } = documentedIn(import.meta.dirname);
const refusalIn = (name: string) => adapter.refusalOf(fixture(name).status, fixture(name).body);
const adapter = new FreepikAdapter(optionsWith());

describe('Answers of Freepik', () => {
  it('are read', () => {
    for (const name of ['order', 'style-transfer'])
      expect(adapter.readOrder(reply(name))).toEqual({ vendorId: '046b6c7f-0b8a-43b9-b35d-6489e6daee91' });
    expect(adapter.readState(reply('style-transfer'))).toEqual({ kind: 'running' });
    expect(adapter.readState(reply('succeeded'))).toEqual({
      kind: 'succeeded',
      files: [{ role: 'image', url: 'https://files.example.com/relit.png?token=x' }],
    });
  });

  it('refuse content only where they say so', () => {
    expect(refusalIn('refused')).toBe('parameters');
    expect(adapter.refusalOf(400, { message: 'The image has NSFW content' })).toBe('content');
    expect(adapter.refusalOf(401, { message: 'Invalid API key' })).toBe('key');
  });
});
