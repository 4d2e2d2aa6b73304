import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type ApiClient, TestApp } from '../../support/test-app.js';

describe('GET /admin/storage', () => {
  let app: TestApp;
  let admin: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start({ DISK_RESERVE_MB: '64', RUN_JOBS: 'false' });
    admin = app.api.as(await app.caller({ isAdmin: true }));
  });
  afterAll(() => app.stop());

  const addAsset = (purpose: string, bytes: number, content: Buffer | null): Promise<unknown> =>
    app
      .get(DataSource)
      .query(
        `insert into assets (id, purpose, extension, content_type, bytes, content) values ($1, $2, '.png', 'image/png', $3, $4)`,
        [uuidv7(), purpose, bytes, content],
      );

  it('counts the files the first time, then tells of the last count until they are counted again', async () => {
    await addAsset('output', 5_000_000, null);
    await addAsset('output', 1_000, randomBytes(1_000));
    const { body } = await admin.get('/admin/storage');
    expect(body.driver).toBe('disk');
    expect(body.bucket).toBeNull();
    expect(body.files).toEqual([
      { kind: 'archive', files: 0, bytes: 0, bytes_in_database: 0 },
      { kind: 'input', files: 0, bytes: 0, bytes_in_database: 0 },
      { kind: 'output', files: 2, bytes: 5_001_000, bytes_in_database: 1_000 },
      { kind: 'upload', files: 0, bytes: 0, bytes_in_database: 0 },
    ]);
    await addAsset('upload', 7, null);
    const again = await admin.get('/admin/storage');
    expect(again.body).toMatchObject({ files: body.files, files_counted_at: body.files_counted_at });
    const measured = await admin.post('/admin/storage/measure');
    expect(measured.status).toBe(200);
    expect(measured.body.files[3]).toEqual({ kind: 'upload', files: 1, bytes: 7, bytes_in_database: 0 });
    expect((await admin.get('/admin/storage')).body.files).toEqual(measured.body.files);
  });

  it('tells the size of the database, of its largest tables and of the disk', async () => {
    const { database, disk } = (await admin.get('/admin/storage')).body;
    expect(database.bytes).toBeGreaterThan(1_000_000);
    expect(database.tables).toHaveLength(10);
    const sizes = database.tables.map(({ bytes }: { bytes: number }) => bytes);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(disk.total_bytes).toBeGreaterThan(disk.free_bytes);
    expect(disk.reserve_bytes).toBe(64 * 1024 * 1024);
  });
});
