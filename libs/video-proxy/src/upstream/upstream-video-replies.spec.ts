import { GarbledVendorReply } from '#libs/providers';
import { readVendorId, readVendorState } from './upstream-video-replies.js';

describe('what a video vendor answers', () => {
  it('names its task', () => {
    expect(readVendorId({ task_id: '871', state: 'created' })).toBe('871');
    for (const reply of [null, 'ok', {}, { task_id: 5 }, { task_id: '' }, { task_id: 'x'.repeat(201) }])
      expect(() => readVendorId(reply)).toThrow(GarbledVendorReply);
  });

  it('is running until it has ended', () => {
    for (const state of ['created', 'queueing', 'processing'])
      expect(readVendorState({ state })).toEqual({ kind: 'running' });
    expect(readVendorState({ state: 'processing', progress: 40 })).toEqual({ kind: 'running', progress: 40 });
  });

  it('has files when it succeeded', () => {
    const url = 'https://v/a.mp4';
    expect(readVendorState({ state: 'success', creations: [{ url, cover_url: 'https://v/a.jpg' }] })).toEqual(
      {
        kind: 'succeeded',
        files: [
          { role: 'video', url },
          { role: 'cover', url: 'https://v/a.jpg' },
        ],
      },
    );
    for (const creations of [undefined, [], [{ url: '' }], [{ cover_url: url }], { 0: { url } }])
      expect(() => readVendorState({ state: 'success', creations })).toThrow(GarbledVendorReply);
  });

  it('tells content that it refuses from other failures by the code', () => {
    expect(readVendorState({ state: 'failed', err_code: 'AuditSubmitIllegal' })).toEqual({
      kind: 'failed',
      reason: 'rejected_content',
      said: 'AuditSubmitIllegal',
    });
    expect(readVendorState({ state: 'failed', err_code: 'SystemError', err_msg: 'disk full' })).toEqual({
      kind: 'failed',
      reason: 'upstream_error',
      said: 'SystemError: disk full',
    });
  });

  it('makes no sense in other words', () => {
    for (const reply of [{ state: 'done' }, {}, [], null])
      expect(() => readVendorState(reply)).toThrow(GarbledVendorReply);
  });
});
