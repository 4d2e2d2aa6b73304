import { readdir, stat, utimes } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { Client } from 'pg';
import { filesBelow } from '../../support/files-below.js';
import { PipedFile } from '../../support/piped-file.js';
import { packageOf, Publishing, type Team } from '../../support/publishing.js';
import { ServiceProcess } from '../../support/service-process.js';
import { TestApp } from '../../support/test-app.js';
import { waitingForLocks } from '../../support/test-database.js';
import { until } from '../../support/until.js';

/** How many bytes of an archive are there when the service dies. */
const PART = 100;
const ARCHIVES = {
  checked: packageOf('Killed While Checked'),
  settled: packageOf('Killed While Settled'),
  bad: packageOf('Cut Off').subarray(0, 400),
  uploaded: packageOf('Killed While Uploaded'),
} as const;
type Name = keyof typeof ARCHIVES;
const NAMES = Object.keys(ARCHIVES) as Name[];

const PENDING = 'NodeVersionStatusPending';
const HIDDEN = {
  latest: undefined,
  versions: [],
  version: 404,
  archive: 404,
  install: 404,
  bulk: 'not_found',
  appNodes: 0,
  home: 404,
  found: 0,
};
const SHOWN = {
  latest: '1.0.0',
  versions: ['1.0.0'],
  version: 200,
  archive: 200,
  install: 200,
  bulk: 'success',
  appNodes: 1,
  home: 200,
  found: 1,
};

describe('the service, killed between the upload of an archive and the verdict on it', () => {
  /** Takes requests in this process and runs no jobs. */
  let app: TestApp;
  let service: ServiceProcess;
  let publishing: Publishing;
  let team: Team;
  let lock: Client;
  const links = new Map<Name, string>();
  const pipes: PipedFile[] = [];

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    publishing = new Publishing(app);
    team = await publishing.team();
    // A read of a named pipe takes a thread as long as nothing comes.
    service = await ServiceProcess.beside(app, { UV_THREADPOOL_SIZE: '16' });
    lock = new Client({ connectionString: app.databaseUrl });
    await lock.connect();
  });
  afterAll(async () => {
    await service.kill();
    await lock.end();
    await app.stop();
  });

  async function announce(name: Name): Promise<void> {
    const { body } = await publishing.announce(team, name, '1.0.0');
    links.set(name, body.signedUrl as string);
  }

  async function upload(name: Name): Promise<void> {
    expect((await publishing.upload(links.get(name) ?? '', ARCHIVES[name])).status).toBe(200);
  }

  const storedFiles = () => filesBelow(path.join(app.dataDir, 'files/archives'));

  async function piped(name: Name): Promise<PipedFile> {
    const id = /node-versions\/([^/]+)/.exec(links.get(name) ?? '')?.[1] ?? '';
    const file = (await storedFiles()).find((one) => one.includes(id)) ?? '';
    const pipe = await PipedFile.inPlaceOf(file);
    pipes.push(pipe);
    return pipe;
  }

  const scratch = () => path.join(app.dataDir, 'scratch');
  const scratchFolders = () => readdir(scratch()).catch(() => []);

  /** Sizes of the archives in work. */
  async function archivesAtWork(): Promise<number[]> {
    const files = (await scratchFolders()).map((folder) => path.join(scratch(), folder, 'archive.zip'));
    return Promise.all(
      files.map((file) =>
        stat(file).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
  }

  /** Sends the beginning of an archive to the service that is going to die. */
  function beginUpload(name: Name): net.Socket {
    const { pathname, search } = new URL(links.get(name) ?? '');
    const socket = net.connect(Number(new URL(service.api.baseUrl).port), '127.0.0.1');
    socket.on('error', () => undefined);
    const head = `PUT ${pathname}${search} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${ARCHIVES[name].length}\r\n\r\n`;
    socket.write(Buffer.concat([Buffer.from(head), ARCHIVES[name].subarray(0, PART)]));
    return socket;
  }

  /** The public view of a version. */
  async function seen(name: Name): Promise<object> {
    const status = async (target: string) => (await app.api.get(target)).status;
    const body = async (target: string) => (await app.api.get(target)).body;
    const appNode = encodeURIComponent(`Killed While ${name.replace(/^./, (first) => first.toUpperCase())}`);
    const bulk = { node_versions: [{ node_id: name, version: '1.0.0' }] };
    return {
      latest: (await body(`/nodes/${name}`)).latest_version?.version,
      versions: (await body(`/nodes/${name}/versions`)).map((one: { version: string }) => one.version),
      version: await status(`/nodes/${name}/versions/1.0.0`),
      archive: await status(`/nodes/${name}/versions/1.0.0/archive`),
      install: await status(`/nodes/${name}/install`),
      bulk: (await app.api.post('/bulk/nodes/versions', bulk)).body.node_versions[0].status,
      appNodes: (await body(`/app-nodes?node_id=${name}`)).total,
      home: await status(`/app-nodes/${appNode}/node`),
      found: (await body(`/nodes/search?app_node_search=${appNode}`)).total,
    };
  }

  const all = async (): Promise<Record<string, object>> =>
    Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await seen(name)] as const)));

  async function told(): Promise<string[]> {
    const { body } = await app.api.get('/changes?limit=1000');
    const changes = body.changes as { kind: string; action: string; node_id: string; version: string }[];
    return changes
      .filter(({ kind }) => kind === 'node_version')
      .map((change) => `${change.action} ${change.node_id}@${change.version}`);
  }

  async function ownStatus(name: Name): Promise<string> {
    return (await app.api.as(team.owner).get(`/nodes/${name}/versions/1.0.0`)).body.status as string;
  }

  /** Starts the service and lets it get to its middle in each of the versions. */
  async function startAndHold(): Promise<net.Socket> {
    const [settled, checked] = [await piped('settled'), await piped('checked')];
    await lock.query('begin');
    await lock.query(`select from nodes where id = 'settled' for update`);
    await service.start();
    // One reader gets the whole: the archive is copied out once for its check and its app nodes.
    settled.handWhole();
    checked.handPart(PART);
    await until(waitsForLock);
    const socket = beginUpload('uploaded');
    await until(async () => (await archivesAtWork()).filter((bytes) => bytes === PART).length === 2);
    return socket;
  }

  async function waitsForLock(): Promise<boolean> {
    return (await waitingForLocks(app.databaseUrl)).length === 1;
  }

  /** As if the service had been down for an hour. */
  async function ageScratchFolders(): Promise<void> {
    const then = new Date(Date.now() - 60 * 60 * 1000);
    for (const folder of await scratchFolders()) await utimes(path.join(scratch(), folder), then, then);
  }

  it('shows nothing by halves, and gives each verdict once when it is back', async () => {
    for (const name of NAMES) await announce(name);
    for (const name of ['settled', 'checked', 'bad'] as const) await upload(name);
    const socket = await startAndHold();
    expect(await all()).toEqual(Object.fromEntries(NAMES.map((name) => [name, HIDDEN])));
    await service.kill();
    socket.destroy();
    expect(await all()).toEqual(Object.fromEntries(NAMES.map((name) => [name, HIDDEN])));
    expect(await told()).toEqual([]);
    for (const pipe of pipes) await pipe.restore();
    await lock.query('rollback');
    await ageScratchFolders();
    await service.start();
    expect((await app.api.as(team.owner).get('/nodes/uploaded/versions/1.0.0')).body.status).toBe(PENDING);
    await upload('uploaded');
    // A lease lasts longer than the wait: the jobs were taken over before it ended.
    await until(async () => !(await Promise.all(NAMES.map(ownStatus))).includes(PENDING));
    expect(await all()).toEqual(
      Object.fromEntries(NAMES.map((name) => [name, name === 'bad' ? HIDDEN : SHOWN])),
    );
    expect(await ownStatus('bad')).toBe('NodeVersionStatusFlagged');
    const active = NAMES.filter((name) => name !== 'bad');
    expect((await told()).sort()).toEqual(active.map((name) => `upsert ${name}@1.0.0`).sort());
    expect((await storedFiles()).map((file) => path.extname(file))).toEqual(NAMES.map(() => '.zip'));
    await until(async () => (await scratchFolders()).length === 0);
  });
});
