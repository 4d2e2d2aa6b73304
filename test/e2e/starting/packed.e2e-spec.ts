import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { endedTask } from '../../support/ended-task.js';
import { ApiClient } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const ROOT = path.join(import.meta.dirname, '../../..');
const SAMPLES = path.join(ROOT, 'libs/media/work/src/samples/files');
const TOKEN = 'admin-token-of-a-packed-service';
const INSTALL_MS = 600_000;

const hasRegistry =
  spawnSync('npm', ['ping', '--fetch-retries=0'], { stdio: 'ignore', timeout: 20_000, cwd: os.tmpdir() })
    .status === 0;
if (!hasRegistry) console.warn('SKIPPED: the packed service, as npm cannot reach its registry of packages.');

(hasRegistry ? describe : describe.skip)('the packed service', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'atelier-packed-'));
    await chmod(folder, 0o755); // root's database runs under another account
    const pack = ['scripts/pack.mjs', folder, '--built'];
    const packed = spawnSync(process.execPath, pack, { cwd: ROOT, encoding: 'utf8' });
    expect(packed).toMatchObject({ status: 0, stderr: '' });
    const archive = path.join(folder, packed.stdout.trim().split('\n').at(-1) ?? '');
    const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', archive];
    expect(spawnSync('npm', install, { cwd: folder, encoding: 'utf8' })).toMatchObject({ status: 0 });
  }, INSTALL_MS);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const atelier = () => path.join(folder, 'node_modules/atelier/scripts/atelier.mjs');

  it('says its version and its commands', async () => {
    const { version } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
    const say = (word: string) => spawnSync(process.execPath, [atelier(), word], { encoding: 'utf8' });
    expect(say('--version')).toMatchObject({ status: 0, stdout: `${version}\n` });
    expect(say('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('atelier-data') });
    expect(say('down')).toMatchObject({ status: 2, stdout: '' });
  });

  it('starts in an empty folder, relights a sample, and stops', async () => {
    const child = spawn(process.execPath, [atelier(), 'up'], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', ADMIN_TOKEN: TOKEN, LOG_FORMAT: 'json' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
    const ended = once(child, 'exit');
    await until(() => {
      if (child.exitCode !== null) throw new Error(output);
      return output.includes('Atelier is ready');
    });
    expect(output).toContain(`Data is in ${path.join(folder, 'atelier-data')}`);
    const [, url = ''] = /"url":"([^"]+)"/.exec(output) ?? [];
    const api = new ApiClient(url, TOKEN);
    const { body } = await api.post('/proxy/imgprov/v1/ai/image-relight', {
      image: `${url}/samples/room.jpg`,
    });
    expect(await endedTask(api, body.data.task_id)).toMatchObject({ status: 'succeeded' });
    expect((await api.get('/console')).status).toBe(200);
    const command = [atelier(), 'relight', path.join(SAMPLES, 'room.jpg'), '-o', 'out.jpg', '--json'];
    const env = { PATH: process.env.PATH, HOME: folder, ATELIER_URL: url, ATELIER_TOKEN: TOKEN };
    const relit = spawn(process.execPath, command, {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    expect(JSON.parse(await text(relit.stdout))).toMatchObject({
      files: ['out.jpg'],
      task: { status: 'succeeded' },
    });
    const doctor = spawn(process.execPath, [atelier(), 'doctor', '--json'], { cwd: folder, env });
    expect(JSON.parse(await text(doctor.stdout))).toEqual(
      expect.arrayContaining(
        ['settings', 'database', 'storage', 'service', 'vendor local'].map((name) =>
          expect.objectContaining({ name, state: 'ok' }),
        ),
      ),
    );
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
