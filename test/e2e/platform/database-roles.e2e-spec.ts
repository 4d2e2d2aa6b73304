import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { endedTask } from '../../support/ended-task.js';
import { Program } from '../../support/program.js';
import { ADMIN_TOKEN, ServiceProcess } from '../../support/service-process.js';
import { createTestDatabase, rowsOf } from '../../support/test-database.js';
import { TINY_PNG } from '../rights/tiny-png.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
/** The statements of a refusal; of alternatives, the first. */
const REMEDY = /Run: (.*?)(?:, or(?:: |\b).*)?$/gm;

describe('a database role with few rights', () => {
  let folder: string;
  const ends: (() => unknown)[] = [];
  /** The statements that remove the roles of a test, once its databases are gone. */
  const farewells: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'roles-'));
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    for (const sayFarewell of farewells.splice(0)) await sayFarewell();
  });
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));

  /** A database of the server's administrator, who runs statements in it as `admin`. */
  async function database(isEmpty: boolean) {
    const { url, drop } = await createTestDatabase({ isEmpty });
    ends.push(drop);
    return { url, admin: (sql: string) => rowsOf(url, sql) };
  }

  async function roleIn(url: string): Promise<{ role: string; settings: Record<string, string> }> {
    const role = `app_${process.pid}_${farewells.length}_${Date.now().toString(36)}`;
    const server = Object.assign(new URL(url), { pathname: '/postgres' }).toString();
    await rowsOf(server, `create role ${role} login`);
    farewells.push(() => rowsOf(server, `drop role ${role}`));
    const own = Object.assign(new URL(url), { username: role }).toString();
    return { role, settings: { DATABASE_URL: own, DATA_DIR: path.join(folder, role), ADMIN_TOKEN } };
  }

  async function refusalOf(settings: Record<string, string>): Promise<string> {
    const program = Program.start('worker', settings);
    expect(await program.end()).toBe(1);
    expect(program.errors).toMatch(/^(?:The [^\n]+\n)+$/);
    return program.errors.trim();
  }

  /** Starts the service, runs each statement that its refusals ask for, and returns what was refused. */
  async function startWithRemedies(
    settings: Record<string, string>,
    admin: (sql: string) => Promise<unknown>,
  ): Promise<{ refusals: string[]; service: ServiceProcess }> {
    const refusals: string[] = [];
    const service = await ServiceProcess.at(settings, ADMIN_TOKEN);
    ends.push(() => service.stop());
    for (;;) {
      const failure = await service.start().then(
        () => undefined,
        (error: Error) => error.message,
      );
      if (failure === undefined) return { refusals, service };
      expect(failure).toMatch(/^[^\n]+\n(?:The [^\n]+\n)+$/);
      const said = failure.slice(failure.indexOf('\n')).trim();
      expect(refusals).not.toContain(said);
      refusals.push(said);
      for (const [, remedy] of said.matchAll(REMEDY)) await admin(remedy ?? '');
    }
  }

  async function makesPictures({ api }: ServiceProcess): Promise<void> {
    const { body } = await api.post(RELIGHT, { image: TINY_PNG });
    expect(await endedTask(api, body.data.task_id)).toMatchObject({ status: 'succeeded' });
  }

  it('is told each right that lacks, and works with no more than these, two services side by side', async () => {
    const { url, admin } = await database(true);
    await admin('revoke create on schema public from public');
    for (const name of ['one', 'two']) {
      const { role, settings } = await roleIn(url);
      await admin(`create schema ${name} authorization ${role}`);
      await admin(`alter role ${role} set search_path = ${name}, public`);
      const { refusals, service } = await startWithRemedies(settings, admin);
      const trigrams = `The database role ${role} may not create the extension pg_trgm. `;
      expect(refusals).toEqual(name === 'one' ? [expect.stringContaining(trigrams)] : []);
      await makesPictures(service);
    }
    expect(
      await admin(`
        select schemaname, count(*) > 5 as "hasMany" from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema') group by 1 order by 1`),
    ).toEqual(['one', 'two'].map((schemaname) => ({ schemaname, hasMany: true })));
  });

  it('has its backups, which another database takes whatever its schemas are called', async () => {
    const { url, admin } = await database(true);
    const { role, settings } = await roleIn(url);
    await admin('create extension pg_trgm');
    await admin(`create schema media authorization ${role}`);
    await admin(`alter role ${role} set search_path = media, public`);
    const { refusals, service } = await startWithRemedies(settings, admin);
    expect(refusals).toEqual([]);
    const { body } = await service.api.post(RELIGHT, { image: TINY_PNG });
    const task = await endedTask(service.api, body.data.task_id);
    await service.stop();
    const file = path.join(folder, `${role}.tar`);
    expect(await Program.start('backup', settings, ['backup', file]).end()).toBe(0);

    const other = await database(true);
    const target = { DATABASE_URL: other.url, DATA_DIR: path.join(folder, 'restored'), ADMIN_TOKEN };
    expect(await Program.start('backup', target, ['restore', file]).end()).toBe(0);
    const { service: restored } = await startWithRemedies(target, other.admin);
    expect(await endedTask(restored.api, body.data.task_id)).toMatchObject({
      status: task.status,
      outputs: [{ sha256: task.outputs[0].sha256 }],
    });
    await makesPictures(restored);
  });

  it('needs a schema to work in', async () => {
    const { url, admin } = await database(true);
    const { role, settings } = await roleIn(url);
    await admin(`alter role ${role} set search_path = nowhere`);
    expect(await refusalOf(settings)).toBe(
      `The database role ${role} has no schema to work in. Run: create schema atelier authorization ${role}; ` +
        `alter role ${role} in database ${new URL(url).pathname.slice(1)} set search_path = atelier, public`,
    );
  });

  it('reads and changes rows only, where another role brings the schema up to date', async () => {
    const { url, admin } = await database(false);
    const { settings } = await roleIn(url);
    const { refusals, service } = await startWithRemedies(settings, admin);
    expect(refusals).toEqual([
      expect.stringMatching(/may not read and change the table \w+ and \d+ more\. Run: grant select, /),
    ]);
    await makesPictures(service);
  });
});
