import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseReply } from '../vendor-reply.js';
import { GarbledVendorReply, UnusableResult } from '../vendor-adapter.js';
import { readVideoState } from './native-states.js';
import { imageReply, submittedReply } from './native.schemas.js';

const ID = '046b6c7f-0b8a-43b9-b35d-6489e6daee91';

function recorded(name: string): any {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, 'fixtures', `${name}.json`), 'utf8'));
}

describe('what a video vendor answers', () => {
  it('names its task', () => {
    expect(parseReply(submittedReply, recorded('video/submitted')).task_id).toBe('871208460017664000');
    expect(parseReply(submittedReply, { id: '871', state: 'created' }).task_id).toBe('871');
    for (const reply of [null, 'ok', {}, { task_id: 5 }, { task_id: '' }, { task_id: 'x'.repeat(201) }])
      expect(() => parseReply(submittedReply, reply)).toThrow(GarbledVendorReply);
  });

  it('is running until it has ended', () => {
    for (const state of ['created', 'queueing', 'processing'])
      expect(readVideoState({ state })).toEqual({ kind: 'running' });
    expect(readVideoState(recorded('video/processing'))).toEqual({ kind: 'running', progress: 40 });
    expect(readVideoState({ state: 'processing', progress: 'half' })).toEqual({ kind: 'running' });
  });

  it('has files when it succeeded', () => {
    expect(readVideoState(recorded('video/success'))).toEqual({
      kind: 'succeeded',
      files: [
        { role: 'video', url: 'https://files.example.com/871/video.mp4' },
        { role: 'cover', url: 'https://files.example.com/871/cover.jpg' },
      ],
      credits: 12,
    });
    const url = 'https://v/a.mp4';
    for (const creations of [undefined, [], [{ url: '' }], [{ cover_url: url }], { 0: { url } }])
      expect(() => readVideoState({ state: 'success', creations })).toThrow(UnusableResult);
  });

  it('distinguishes refused content from other failures by the code', () => {
    expect(readVideoState({ state: 'failed', err_code: 'AuditSubmitIllegal' })).toEqual({
      kind: 'failed',
      refusal: 'content',
      said: 'AuditSubmitIllegal',
    });
    expect(readVideoState(recorded('video/failed'))).toEqual({
      kind: 'failed',
      refusal: undefined,
      said: 'SystemError: disk full',
    });
  });

  it('says what it bills for work that failed', () => {
    expect(readVideoState({ state: 'failed', credits: 2.5 })).toMatchObject({
      kind: 'failed',
      credits: 2.5,
    });
  });

  it('is refused in any other form', () => {
    for (const reply of [{ state: 'done' }, {}, [], null])
      expect(() => readVideoState(reply)).toThrow(GarbledVendorReply);
  });
});

describe('what an image vendor answers', () => {
  it.each([
    ['submitted', { task_id: ID, status: 'CREATED', generated: [] }],
    ['submitted-bare', { task_id: ID, status: 'CREATED', generated: [] }],
    ['completed', { status: 'COMPLETED', generated: ['https://files.example.com/relight/046b6c7f.png'] }],
    ['failed', { status: 'FAILED', error: { message: 'No face was found' } }],
  ])('is read when the work is %s', (name, expected) => {
    expect(parseReply(imageReply, recorded(`image/${name}`))).toMatchObject(expected);
  });

  it.each([
    [{ task_id: 5 }, 'task_id must be a text of 1 to 200 characters'],
    [{ task_id: 'x'.repeat(201) }, 'task_id must be a text of 1 to 200 characters'],
    [{ task_id: undefined }, 'task_id is missing'],
    [{ status: 'DONE' }, 'status must be a status that is known'],
    [{ generated: 'https://x' }, 'generated must be a list of links'],
  ])('is refused with %j, by field and rule', (change, problem) => {
    const reply = { data: { ...recorded('image/completed').data, ...change } };
    expect(() => parseReply(imageReply, reply)).toThrow(new GarbledVendorReply(`In an answer ${problem}`));
  });

  it('is refused when it is no object', () => {
    for (const reply of [null, 'ok', 7])
      expect(() => parseReply(imageReply, reply)).toThrow(GarbledVendorReply);
  });
});
