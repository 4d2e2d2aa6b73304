import { shownPayload } from './shown-payload.js';

describe('the payload that an admin sees', () => {
  it('is unchanged if it holds ids', () => {
    const payload = { task: { id: 'a', kind: 'image-relight' }, attempts: [1, null, true] };
    expect(shownPayload(payload)).toEqual(payload);
  });

  it('has no secrets', () => {
    expect(shownPayload({ token: 'a', nested: { apiKey: 'b', webhookSecret: 'c' } })).toEqual({
      token: '***',
      nested: { apiKey: '***', webhookSecret: '***' },
    });
  });

  it('is small', () => {
    const shown = shownPayload({
      text: 'x'.repeat(5_000),
      list: Array(100).fill(1),
      a: { b: { c: { d: 1 } } },
    });
    expect(shown).toEqual({ text: `${'x'.repeat(200)}…`, list: Array(20).fill(1), a: { b: { c: '…' } } });
  });
});
