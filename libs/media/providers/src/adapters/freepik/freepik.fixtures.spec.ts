import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { UpstreamOptions } from '../../terms/upstream-options.js';
import { FreepikAdapter } from './freepik.adapter.js';

const fixture = (name: string): any =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, 'fixtures', `${name}.json`), 'utf8'));
const reply = (name: string): any => ({ status: fixture(name).status, json: fixture(name).body });
const refusalIn = (name: string) => adapter.refusalOf(fixture(name).status, fixture(name).body);
const adapter = new FreepikAdapter({} as UpstreamOptions);

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
