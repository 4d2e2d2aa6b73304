import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { filesBelow } from '../../support/files-below.js';
import { packageOf, Publishing, type Team } from '../../support/publishing.js';
import { ServiceProcess } from '../../support/service-process.js';
import { type Reply, TestApp } from '../../support/test-app.js';
import { rowsOf, waitingForLocks } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { drain, makeAllDue } from '../../support/jobs.js';

const FIRST = packageOf('Lost Archive');
const SECOND = packageOf('Kept Archive');

describe('archives that were stored and that no version came to own', () => {
  let app: TestApp;
  /** Takes the uploads that it dies in. */
  let service: ServiceProcess;
  let publishing: Publishing;
  let team: Team;
  /** Keeps a version from owning the archive that has been stored for it. */
  let lock: Client;

  beforeAll(async () => {
    app = await TestApp.start();
    publishing = new Publishing(app);
    team = await publishing.team();
    service = await ServiceProcess.beside(app, { RUN_JOBS: 'false' });
    lock = new Client({ connectionString: app.databaseUrl });
    await lock.connect();
  });
  afterEach(async () => {
    await service.kill();
    await lock.query('rollback');
  });
  afterAll(async () => {
    await lock.end();
    await app.stop();
  });

  type Announced = { node: string; id: string; link: string };

  async function announced(node: string): Promise<Announced> {
    const { body } = await publishing.announce(team, node, '1.0.0');
    return { node, id: body.node_version.id as string, link: body.signedUrl as string };
  }

  /** Names of the stored files of a version. */
  async function filesOf({ id }: { id: string }): Promise<string[]> {
    return (await filesBelow(path.join(app.dataDir, 'files'))).filter((file) =>
      path.dirname(file).includes(id),
    );
  }

  async function holdVersion({ id }: Announced): Promise<void> {
    await lock.query('begin');
    await lock.query('select from node_versions where id = $1 for no key update', [id]);
  }

  /** The upload has stored its bytes and waits for the version. */
  async function isHeld(version: Announced): Promise<boolean> {
    return (await waitingForLocks(app.databaseUrl)).length === 1 && (await filesOf(version)).length > 0;
  }

  /** The service stores the archive and is killed before the version owns it. */
  async function dieWhileStoring(version: Announced): Promise<void> {
    await service.start();
    await holdVersion(version);
    const { pathname, search } = new URL(version.link);
    const upload = publishing.upload(service.api.baseUrl + pathname + search, FIRST).catch(() => undefined);
    await until(() => isHeld(version));
    await service.kill();
    await upload;
    await lock.query('rollback');
  }

  /** As if its uploads had begun so long ago. */
  async function age({ id }: { id: string }, interval: string): Promise<void> {
    const sql = `update pending_uploads set started_at = now() - $2::interval where key like 'archives/' || $1 || '/%'`;
    await rowsOf(app.databaseUrl, sql, [id, interval]);
  }

  async function uploadsOf({ id }: { id: string }): Promise<number> {
    const sql = `select from pending_uploads where key like 'archives/' || $1 || '/%'`;
    return (await rowsOf(app.databaseUrl, sql, [id])).length;
  }

  /** The leftover of a killed process of an earlier release: its note names a folder. */
  async function leaveFolder(id: string): Promise<void> {
    const key = `archives/${id}/${uuidv7()}/`;
    const folder = path.join(app.dataDir, 'files', key);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'digest.zip'), FIRST);
    await rowsOf(app.databaseUrl, 'insert into pending_uploads (key) values ($1)', [key]);
  }

  /** Lets the hourly job run once, after what the test did before. */
  async function sweep(): Promise<void> {
    const marker = { id: uuidv7() };
    await leaveFolder(marker.id);
    await age(marker, '9 hours');
    await until(async () => {
      await makeAllDue(app);
      return (await uploadsOf(marker)) === 0;
    });
    await drain(app);
    expect(await filesOf(marker)).toEqual([]);
  }

  async function download({ node }: Announced): Promise<Reply> {
    return app.api.get(`/nodes/${node}/versions/1.0.0/archive`);
  }

  it('go after some hours; younger ones and those of versions stay', async () => {
    const [lost, young, kept] = [await announced('lost'), await announced('young'), await announced('kept')];
    await dieWhileStoring(lost);
    await dieWhileStoring(young);
    expect((await publishing.upload(kept.link, SECOND)).status).toBe(200);
    expect((await publishing.verdict(team, 'kept', '1.0.0')).status).toBe('NodeVersionStatusActive');
    for (const version of [lost, kept]) await age(version, '7 hours');
    await age(young, '5 hours');
    await sweep();
    expect(await filesOf(lost)).toEqual([]);
    expect(await filesOf(young)).toHaveLength(1);
    expect(await filesOf(kept)).toHaveLength(1);
    expect((await download(kept)).bytes.equals(SECOND)).toBe(true);
  });

  it('go even when the version got another archive since', async () => {
    const version = await announced('sent-anew');
    await dieWhileStoring(version);
    expect((await publishing.upload(version.link, SECOND)).status).toBe(200);
    expect((await publishing.verdict(team, version.node, '1.0.0')).status).toBe('NodeVersionStatusActive');
    expect(await filesOf(version)).toHaveLength(2);
    await age(version, '7 hours');
    await sweep();
    expect(await filesOf(version)).toHaveLength(1);
    expect((await download(version)).bytes.equals(SECOND)).toBe(true);
  });

  it('are never given to a version once they have been swept', async () => {
    const version = await announced('swept-meanwhile');
    await holdVersion(version);
    const upload = publishing.upload(version.link, FIRST);
    await until(() => isHeld(version));
    await age(version, '7 hours');
    await sweep();
    await lock.query('rollback');
    expect(await upload).toMatchObject({ status: 403, body: { error: 'upload_link_invalid' } });
    expect(await filesOf(version)).toEqual([]);
    expect((await publishing.upload(version.link, FIRST)).status).toBe(200);
    expect((await publishing.verdict(team, version.node, '1.0.0')).status).toBe('NodeVersionStatusActive');
    expect((await download(version)).bytes.equals(FIRST)).toBe(true);
    expect(await uploadsOf(version)).toBe(0);
  });
});
