import { readFileSync } from 'node:fs';
import path from 'node:path';
import { GarbledVendorReply, parseReply } from '#libs/media/providers';
import { imageReply } from './upstream-image.schemas.js';

const ID = '046b6c7f-0b8a-43b9-b35d-6489e6daee91';

function recorded(name: string): any {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, '__fixtures__', `${name}.json`), 'utf8'));
}

describe('what an image vendor answers', () => {
  it.each([
    ['submitted', { task_id: ID, status: 'CREATED', generated: [] }],
    ['submitted-bare', { task_id: ID, status: 'CREATED', generated: [] }],
    ['completed', { status: 'COMPLETED', generated: ['https://files.example.com/relight/046b6c7f.png'] }],
    ['failed', { status: 'FAILED', error: { message: 'No face was found' } }],
  ])('is read when the work is %s', (name, expected) => {
    expect(parseReply(imageReply, recorded(name))).toMatchObject(expected);
  });

  it.each([
    [{ task_id: 5 }, 'task_id must be a text of 1 to 200 characters'],
    [{ task_id: 'x'.repeat(201) }, 'task_id must be a text of 1 to 200 characters'],
    [{ task_id: undefined }, 'task_id is missing'],
    [{ status: 'DONE' }, 'status must be a status that is known'],
    [{ generated: 'https://x' }, 'generated must be a list of links'],
  ])('is refused with %j, by field and rule', (change, problem) => {
    const reply = { data: { ...recorded('completed').data, ...change } };
    expect(() => parseReply(imageReply, reply)).toThrow(new GarbledVendorReply(`In an answer ${problem}`));
  });

  it('is refused when it is no object', () => {
    for (const reply of [null, 'ok', 7])
      expect(() => parseReply(imageReply, reply)).toThrow(GarbledVendorReply);
  });
});
