import { InvalidRequest } from '#libs/platform/errors';
import { optionsWith } from '../__fixtures__/documented.js';
import { NativeAdapter } from './native.adapter.js';

describe('NativeAdapter', () => {
  const adapter = new NativeAdapter(optionsWith());

  it('knows by what another Atelier refuses a wrong field, which is no word on the content', () => {
    const { code, message } = new InvalidRequest('duration must be 1 to 8');
    expect(adapter.refusalOf(400, { error: code, message })).toBe('parameters');
    expect(adapter.refusalOf(400, { error: 'rejected_content', message })).toBeUndefined();
  });
});
