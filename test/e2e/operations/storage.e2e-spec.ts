import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { StorageSettings } from '#libs/platform/storage';
import { type ApiClient, TestApp } from '../../support/test-app.js';

const DAY = 86_400;
const MEGABYTE = 1024 * 1024;

describe('GET /admin/storage', () => {
  let app: TestApp;
  let admin: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start({ DISK_RESERVE_MB: '64', OUTPUT_RETENTION_DAYS: '20', RUN_JOBS: 'false' });
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
    const none = { files: 0, bytes: 0, bytes_in_database: 0 };
    const output = { files: 2, bytes: 5_001_000, bytes_in_database: 1_000 };
    const kept = (kept_seconds: number | null, setting: string | null, max_bytes: number | null = null) => ({
      kept_seconds,
      setting,
      max_bytes,
    });
    expect(body.files).toEqual([
      { kind: 'archive', ...none, ...kept(null, null) },
      { kind: 'input', ...none, ...kept(DAY, null) },
      { kind: 'output', ...output, ...kept(20 * DAY, 'OUTPUT_RETENTION_DAYS') },
      { kind: 'picture', ...none, ...kept(30 * DAY, 'PICTURE_CACHE_MB', 1024 ** 3) },
      { kind: 'upload', ...none, ...kept(7 * DAY, 'EXPIRES') },
    ]);
    await addAsset('upload', 7, null);
    const again = await admin.get('/admin/storage');
    expect(again.body).toMatchObject({ files: body.files, files_counted_at: body.files_counted_at });
    const measured = await admin.post('/admin/storage/measure');
    expect(measured.status).toBe(200);
    expect(measured.body.files[4]).toMatchObject({
      kind: 'upload',
      files: 1,
      bytes: 7,
      bytes_in_database: 0,
    });
    expect((await admin.get('/admin/storage')).body.files).toEqual(measured.body.files);
  });

  it('tells the size of the database, of its largest tables and of the disk', async () => {
    const { database, disk } = (await admin.get('/admin/storage')).body;
    expect(database.bytes).toBeGreaterThan(1_000_000);
    expect(database.tables).toHaveLength(10);
    const sizes = database.tables.map(({ bytes }: { bytes: number }) => bytes);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(disk.total_bytes).toBeGreaterThan(disk.free_bytes);
    expect(disk).toMatchObject({ reserve_bytes: 64 * MEGABYTE, state: 'ok', full_at: null });
  });

  it('calls a disk nearly full before files are refused, and the overview does so, too', async () => {
    const settings = app.get(StorageSettings) as { reserveMb: number | undefined };
    const { free_bytes: free } = (await admin.get('/admin/storage')).body.disk;
    const severity = async () =>
      (await admin.get('/admin/overview')).body.problems.find(({ kind }: any) => kind === 'disk')?.severity;
    settings.reserveMb = free / MEGABYTE / 2;
    expect((await admin.get('/admin/storage')).body.disk.state).toBe('nearly_full');
    expect(await severity()).toBe('warning');
    settings.reserveMb = (free / MEGABYTE) * 2;
    expect((await admin.get('/admin/storage')).body.disk.state).toBe('full');
    expect(await severity()).toBe('critical');
    settings.reserveMb = 64;
    expect(await severity()).toBeUndefined();
  });
});
