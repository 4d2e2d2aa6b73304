import { readFileSync } from 'node:fs';
import path from 'node:path';
import { GarbledVendorReply, parseReply, UnusableResult } from '#libs/media/providers';
import { submittedReply } from './upstream-video.schemas.js';
import { readVendorState } from './upstream-video-replies.js';

function recorded(name: string): unknown {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, '__fixtures__', `${name}.json`), 'utf8'));
}

describe('what a video vendor answers', () => {
  it('names its task', () => {
    expect(parseReply(submittedReply, recorded('submitted')).task_id).toBe('871208460017664000');
    expect(parseReply(submittedReply, { id: '871', state: 'created' }).task_id).toBe('871');
    for (const reply of [null, 'ok', {}, { task_id: 5 }, { task_id: '' }, { task_id: 'x'.repeat(201) }])
      expect(() => parseReply(submittedReply, reply)).toThrow(GarbledVendorReply);
  });

  it('is running until it has ended', () => {
    for (const state of ['created', 'queueing', 'processing'])
      expect(readVendorState({ state })).toEqual({ kind: 'running' });
    expect(readVendorState(recorded('processing'))).toEqual({ kind: 'running', progress: 40 });
    expect(readVendorState({ state: 'processing', progress: 'half' })).toEqual({ kind: 'running' });
  });

  it('has files when it succeeded', () => {
    expect(readVendorState(recorded('success'))).toEqual({
      kind: 'succeeded',
      files: [
        { role: 'video', url: 'https://files.example.com/871/video.mp4' },
        { role: 'cover', url: 'https://files.example.com/871/cover.jpg' },
      ],
      credits: 12,
    });
    const url = 'https://v/a.mp4';
    for (const creations of [undefined, [], [{ url: '' }], [{ cover_url: url }], { 0: { url } }])
      expect(() => readVendorState({ state: 'success', creations })).toThrow(UnusableResult);
  });

  it('distinguishes refused content from other failures by the code', () => {
    expect(readVendorState({ state: 'failed', err_code: 'AuditSubmitIllegal' })).toEqual({
      kind: 'failed',
      reason: 'rejected_content',
      said: 'AuditSubmitIllegal',
    });
    expect(readVendorState(recorded('failed'))).toEqual({
      kind: 'failed',
      reason: 'upstream_error',
      said: 'SystemError: disk full',
    });
  });

  it('says what it bills for work that failed', () => {
    expect(readVendorState({ state: 'failed', credits: 2.5 })).toMatchObject({
      kind: 'failed',
      credits: 2.5,
    });
  });

  it('is refused in any other form', () => {
    for (const reply of [{ state: 'done' }, {}, [], null])
      expect(() => readVendorState(reply)).toThrow(GarbledVendorReply);
  });
});
