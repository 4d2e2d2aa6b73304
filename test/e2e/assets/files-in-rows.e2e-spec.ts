import { AssetsService } from '#libs/media/assets';
import { filesBelow } from '../../support/files-below.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';
import { SMALL } from '../video-proxy/video-tasks.js';

const VIDEO = '/proxy/vidprov/start-end2video';
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100, 'A')]);

describe('a small file that an earlier version stored in its row', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    api = app.api.as(await app.caller());
  });
  afterAll(() => app.stop());

  /** Puts the only file into its row, as earlier versions did. */
  async function givenFileInRow(): Promise<{ link: string; taskId: string }> {
    const { body } = await api.post(VIDEO, { ...SMALL, images: [PNG.toString('base64')] });
    const [asset] = await app.get(AssetsService).listOfTasks([body.task_id]);
    if (!asset) throw new Error('There is no input');
    await app.get(AssetsService).remove([asset]);
    await rowsOf(
      app.databaseUrl,
      `insert into assets (id, user_id, task_id, purpose, extension, content_type, bytes, content)
       select $1, user_id, id, 'input', '.png', 'image/png', $3, $4 from tasks where id = $2 returning id`,
      [asset.id, body.task_id, PNG.length, PNG],
    );
    expect(await filesBelow(app.dataDir)).toEqual([]);
    const { pathname, search } = new URL(body.images[0]);
    return { link: pathname + search, taskId: body.task_id };
  }

  const countInRows = async (): Promise<number> =>
    (await rowsOf(app.databaseUrl, 'select 1 from assets where content is not null')).length;

  it('is read by its link, moved into the storage, and deleted with its task', async () => {
    const { link, taskId } = await givenFileInRow();
    const part = await api.get(link, { headers: { Range: 'bytes=1-3' } });
    expect([part.status, part.bytes.toString()]).toEqual([206, 'PNG']);
    expect((await api.get(link)).bytes).toEqual(PNG);
    expect([await filesBelow(app.dataDir), await countInRows()]).toEqual([[expect.any(String)], 0]);
    expect((await api.delete(`/tasks/${taskId}`)).status).toBe(204);
    expect([await filesBelow(app.dataDir), (await api.get(link)).status]).toEqual([[], 404]);
  });

  it('is moved without being read', async () => {
    const { link, taskId } = await givenFileInRow();
    expect(await app.get(AssetsService).moveOutOfRows(10)).toBe(1);
    expect([await app.get(AssetsService).moveOutOfRows(10), await countInRows()]).toEqual([0, 0]);
    expect((await api.get(link)).bytes).toEqual(PNG);
    await api.delete(`/tasks/${taskId}`);
  });

  it('is deleted with its task', async () => {
    const { link, taskId } = await givenFileInRow();
    await api.delete(`/tasks/${taskId}`);
    expect([await filesBelow(app.dataDir), await countInRows(), (await api.get(link)).status]).toEqual([
      [],
      0,
      404,
    ]);
  });
});
