import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Program } from '../../support/program.js';
import { startScreen } from '../../../apps/api/src/start-screen.js';
import { ApiClient, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '../../..');
const TOKEN = /atl_[A-Za-z0-9]{43}/;

describe('the start screen', () => {
  let folder: string;
  let service: Program | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "atelier-it's-"));
    await chmod(folder, 0o755); // root's server runs under another account
  });
  afterAll(async () => {
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** The service on its own database in the folder, and what it says when it is ready. */
  async function start(settings: Record<string, string> = {}): Promise<{ screen: string; api: ApiClient }> {
    service = Program.start('api', { DATA_DIR: path.join(folder, 'data'), ...settings });
    await service.untilSaid(/Atelier is ready[^]*\n$/);
    const screen = service.output;
    const [, url] = /(http:\/\/localhost:\d+)/.exec(screen) ?? [];
    return { screen, api: new ApiClient(url ?? '') };
  }

  /** What `npm run token` prints. */
  async function makeToken(settings: Record<string, string> = {}): Promise<string> {
    const command = Program.start('token', { DATA_DIR: path.join(folder, 'data'), ...settings });
    expect({ status: await command.end(), errors: command.errors }).toEqual({ status: 0, errors: '' });
    expect(command.output).toMatch(new RegExp(`^${TOKEN.source}\n$`));
    return command.output.trim();
  }

  /** Pastes lines into a shell where `npm` runs what is compiled, as the real one would after a look at the sources. */
  async function paste(lines: string): Promise<string> {
    const npm = path.join(folder, 'npm');
    const main = path.join(ROOT, 'dist/apps/token/src/main.js');
    await writeFile(
      npm,
      `#!/bin/sh\n[ "$*" = "--prefix ${ROOT} run -s token" ] && exec "${process.execPath}" "${main}"\nexit 1\n`,
      { mode: 0o755 },
    );
    const env = { PATH: `${folder}:${process.env.PATH}` };
    return (await run('bash', ['-e', '-c', lines], { env, cwd: os.tmpdir() })).stdout;
  }

  it('shows the first token once, and tells from then on how to make another, which works on the spot', async () => {
    const first = await start({ LOG_FORMAT: 'json' });
    const [line, ...others] = first.screen.trim().split('\n');
    const fields = JSON.parse(line ?? '');
    expect(others).toEqual([]);
    expect(fields).toMatchObject({ level: 'info', msg: 'Atelier is ready', url: first.api.baseUrl });
    expect(fields.docs).toBe(`${fields.url}/docs`);
    expect(fields.token).toMatch(TOKEN);
    const [page, invitation] = fields.sign_in.split('#code=');
    expect(page).toBe(`${fields.console}/sign-in`);
    expect((await first.api.post('/session', { invitation })).body).toMatchObject({ isAdmin: true });
    const whileRunning = await makeToken();
    expect((await first.api.as(whileRunning).get('/admin/users')).status).toBe(200);
    await service?.stop();
    // A blank setting is an absent one: as compose files and .env leave it.
    const whileStopped = await makeToken({ DATABASE_URL: ' ' });

    const again = await start();
    expect(JSON.parse(again.screen)).toMatchObject({ hint: expect.stringContaining('npm run token') });
    expect(again.screen).not.toMatch(TOKEN);
    expect(again.screen).not.toContain('inv_');
    for (const token of [fields.token, whileRunning, whileStopped])
      expect((await again.api.as(token).get('/admin/users')).status).toBe(200);
    await service?.stop();
  });

  it('prints lines after a restart that relight a picture when they are pasted', async () => {
    const { screen, api } = await start({ LOG_FORMAT: 'pretty' });
    expect(screen).not.toMatch(TOKEN);
    expect(screen).not.toContain('<');
    expect(screen).toContain('npm run token makes another');
    expect(screen).toMatch(/Console +http:\/\/localhost:\d+\/console$/m);
    const commands = screen
      .split('\n')
      .filter((line) => line.startsWith('    '))
      .join('\n');
    const [order, look] = [
      commands.slice(0, commands.indexOf('curl -s "')),
      commands.slice(commands.indexOf('curl -s "')),
    ];
    const token = await makeToken();
    expect(JSON.parse(await paste(order))).toMatchObject({ data: { status: 'CREATED' } });
    await until(async () => (await api.as(token).get('/tasks?limit=1')).body.tasks[0].status === 'succeeded');
    const link = (await paste(`TOKEN=${token}\n${look}`)).trim();
    expect(await api.get(link)).toMatchObject({ status: 200 });
    expect((await api.as(token).get('/tasks')).body.tasks).toHaveLength(1);
    await service?.stop();
  });

  it('offers nothing to paste where the command would need the password of a database', async () => {
    const app = await TestApp.start({ ADMIN_TOKEN: 'an-admin-token-of-the-operator' });
    const values = { DATABASE_URL: 'postgresql://ada:hush-4711@db.example/atelier' };
    const [fields, , screen] = startScreen(app.app, {}, values);
    await app.stop();
    expect(screen).toContain('the value of ADMIN_TOKEN; npm run token makes another');
    expect(screen).not.toMatch(/curl|TOKEN=/);
    expect(JSON.stringify([fields, screen])).not.toMatch(/hush-4711|token-of-the-operator/);
  });
});
