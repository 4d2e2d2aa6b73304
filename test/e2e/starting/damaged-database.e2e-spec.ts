import { chmod, mkdtemp, rename, rm, truncate } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Program } from '../../support/program.js';
import { ApiClient } from '../../support/test-app.js';

const TOKEN = 'admin-token-that-outlives-the-damage';

describe('a start with a damaged database', () => {
  let folder: string;
  let settings: Record<string, string>;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'atelier-damaged-'));
    await chmod(folder, 0o755); // root's server runs under another account
    settings = { DATA_DIR: path.join(folder, 'data'), ADMIN_TOKEN: TOKEN };
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** The program's error at its end, which it reaches with this status. */
  async function failure(program: Program): Promise<string> {
    expect(await program.end()).toBe(1);
    return program.errors;
  }

  async function runToEnd(app: string, parameters: string[]): Promise<void> {
    const program = Program.start(app, settings, parameters);
    expect({ status: await program.end(), errors: program.errors }).toEqual({ status: 0, errors: '' });
  }

  /** Starts the service, does the work with its administrator, and stops it. */
  async function whileRunning(work: (admin: ApiClient) => Promise<void>): Promise<void> {
    const service = Program.start('api', settings);
    await service.untilSaid(/Atelier is ready/);
    await work(new ApiClient(JSON.parse(service.output).url, TOKEN));
    expect(await service.stop()).toBe(0);
  }

  it('is one line each time, that tells how to restore the last backup, and that works', async () => {
    const backup = path.join(folder, 'backup.tar');
    await whileRunning(async (admin) => {
      expect((await admin.post('/publishers', { id: 'kept-team' })).status).toBe(201);
      await runToEnd('backup', ['backup', backup]);
    });
    const cluster = path.join(folder, 'data/postgres/data');
    await rename(path.join(cluster, 'base'), path.join(cluster, 'lost'));
    const line = /^The database in \S+\/postgres\/data is damaged: .*\. Move .* npm run restore -- <.*>\n$/;
    expect(await failure(Program.start('api', settings))).toMatch(line);
    await truncate(path.join(cluster, 'global/pg_control'), 10);
    expect(await failure(Program.start('api', settings))).toMatch(line);

    await rename(cluster, path.join(folder, 'moved-away'));
    await runToEnd('backup', ['restore', backup]);
    await whileRunning(async (admin) => {
      expect((await admin.get('/publishers/kept-team')).status).toBe(200);
    });
  });
});
