import { documentedIn, optionsWith } from '../__fixtures__/documented.js';
import { ViduAdapter } from './vidu.adapter.js';

const { fixture, reply } = documentedIn(import.meta.dirname);
const refusalIn = (name: string) => adapter.refusalOf(fixture(name).status, fixture(name).body);
const adapter = new ViduAdapter(optionsWith());

describe('Answers of Vidu', () => {
  it('are read', () => {
    expect(adapter.readOrder(reply('order'))).toEqual({ vendorId: '871208460017664000' });
    expect(adapter.readState(reply('succeeded'))).toEqual({
      kind: 'succeeded',
      files: [
        { role: 'video', url: 'https://files.example.com/video.mp4' },
        { role: 'cover', url: 'https://files.example.com/cover.png' },
      ],
      credits: 8,
    });
  });

  it('refuse by their codes', () => {
    expect(refusalIn('refused')).toBe('parameters');
    const codes = {
      ...{
        TaskPromptPolicyViolation: 'content',
        AuditSubmitIllegal: 'content',
        CreationPolicyViolation: 'content',
      },
      ...{ ModelUnavailable: 'model', CreditInsufficient: 'balance', Unauthorized: 'key' },
      ...{ FieldLacking: 'parameters', FieldItemCountOutOfRange: 'parameters', QuotaExceeded: 'busy' },
    };
    for (const [code, refusal] of Object.entries(codes))
      expect(adapter.refusalOf(400, { code })).toBe(refusal);
  });

  it('say which lengths and sizes are refused', () => {
    const work = { kind: 'video-start-end', model: adapter.ownModel('vq2-turbo'), durationSeconds: 5 };
    expect(adapter.refuses({ ...work, resolution: '720p' })).toBeUndefined();
    expect(adapter.refuses({ ...work, resolution: '360p' })).toContain('resolution must be one of 540p');
    expect(adapter.refuses({ ...work, durationSeconds: 9 })).toContain('duration must be 1 to 8 seconds');
    expect(adapter.refuses({ ...work, kind: 'video-reference' })).toContain('model must be another');
  });
});
