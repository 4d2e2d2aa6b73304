import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '#libs/platform/database';
import { DatabaseLink } from '../../support/database-link.js';
import { Program } from '../../support/program.js';
import { ADMIN_TOKEN, ServiceProcess } from '../../support/service-process.js';
import { createTestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

describe('DATABASE_URL with several servers', () => {
  let folder: string;
  const ends: (() => unknown)[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'servers-'));
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  });

  async function linkTo(url: string): Promise<DatabaseLink> {
    const link = await DatabaseLink.to(url);
    ends.push(() => link.cut().catch(() => undefined));
    return link;
  }

  /** A server that takes no writes, as a standby does. */
  async function readOnlyServer(database: string): Promise<DatabaseLink> {
    const options = { dataDir: path.join(folder, 'standby'), database };
    await (await startEmbeddedPostgres(options)).stop();
    const settings = { default_transaction_read_only: 'on' };
    const server = await startEmbeddedPostgres({ ...options, settings });
    ends.push(() => server.stop());
    return linkTo(server.url);
  }

  function listOf(...links: DatabaseLink[]): string {
    const [first, ...others] = links.map(({ url }) => new URL(url)) as [URL, ...URL[]];
    const hosts = others.map(({ host }) => `,${host}`).join('');
    return `${first.toString().replace(first.host, first.host + hosts)}?target_session_attrs=read-write`;
  }

  it('uses the one that takes writes, and moves on to another', async () => {
    const { url, drop } = await createTestDatabase();
    ends.push(drop);
    const [primary, promoted] = [await linkTo(url), await linkTo(url)];
    const standby = await readOnlyServer(new URL(url).pathname.slice(1));
    const settings = { DATA_DIR: folder, ADMIN_TOKEN, DATABASE_URL: listOf(standby, primary, promoted) };
    const service = await ServiceProcess.at(settings, ADMIN_TOKEN);
    ends.push(() => service.kill());
    await service.start();
    const created = await service.api.post('/publishers', { id: 'first', name: 'First' });
    expect(created.status).toBe(201);
    await primary.cut();
    await until(async () => (await service.api.get('/health/ready')).status === 200);
    const { status } = await service.api.post('/publishers', { id: 'second', name: 'Second' });
    expect(status).toBe(201);
  });

  it('says of each why it cannot be used', async () => {
    const { url, drop } = await createTestDatabase();
    ends.push(drop);
    const links = [await linkTo(url), await linkTo(url)] as const;
    for (const link of links) await link.cut();
    const program = Program.start('api', { DATA_DIR: folder, DATABASE_URL: listOf(...links) });
    expect(await program.end()).toBe(1);
    const [first, second] = links.map(({ url }) => new URL(url).host);
    expect(program.errors).toMatch(
      new RegExp(
        `^The database test_\\w+ at ${first}, or test_\\w+ at ${second} cannot be used: nothing listens there`,
      ),
    );
  });
});
