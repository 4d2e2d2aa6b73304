import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { Webhook } from 'standardwebhooks';
import { startHttp } from '../../support/loopback-server.js';
import { ADMIN_TOKEN, ServiceProcess } from '../../support/service-process.js';
import { createTestDatabase } from '../../support/test-database.js';
import { AtelierCommand } from './atelier.js';

const SAMPLES = path.join(import.meta.dirname, '../../../libs/media/work/src/samples/files');
const START_MS = 120_000;
const UUID = /^[0-9a-f-]{36}$/;

describe('the atelier command', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let service: ServiceProcess;
  let atelier: AtelierCommand;
  let dataDir: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'atelier-commands-'));
    const settings = { DATABASE_URL: database.url, ADMIN_TOKEN, DATA_DIR: dataDir };
    service = await ServiceProcess.at(settings, ADMIN_TOKEN);
    await service.start();
    atelier = await AtelierCommand.unpackedFor(service.api.baseUrl);
    for (const name of await readdir(SAMPLES)) await copyFile(path.join(SAMPLES, name), inFolder(name));
    await atelier.run('login --token-stdin', { input: ADMIN_TOKEN });
  }, START_MS);
  afterAll(async () => {
    await service?.kill();
    await database?.drop();
    await atelier?.remove();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** A task that a command has started, and follows. */
  async function isNewest(known: string): Promise<boolean> {
    const [newest] = (await service.api.get('/tasks?limit=1')).body.tasks;
    return newest.id !== known && newest.status === 'processing';
  }

  const inFolder = (...names: string[]): string => path.join(atelier.folder, ...names);
  const read = (...names: string[]): Promise<Buffer> => readFile(inFolder(...names));

  describe('signing in', () => {
    it('keeps the token in a file for its owner alone, sends it to no other address, and forgets it', async () => {
      const mine = ['--profile', 'mine'];
      const ran = await atelier.run(['login', '--token-stdin', ...mine, '--json'], {
        input: `${ADMIN_TOKEN}\n`,
      });
      expect(ran).toMatchObject({ status: 0, json: { profile: 'mine', user: { isAdmin: true } } });
      expect(ran.stdout + ran.stderr).not.toContain(ADMIN_TOKEN);
      expect((await stat(atelier.signIns)).mode & 0o777).toBe(0o600);
      expect((await stat(path.dirname(atelier.signIns))).mode & 0o777).toBe(0o700);
      const env = { ATELIER_URL: '' };
      expect(await atelier.run(['whoami', ...mine, '--json'], { env })).toMatchObject({
        status: 0,
        json: { isAdmin: true },
      });
      const elsewhere = ['whoami', ...mine, '--url', 'http://127.0.0.1:9'];
      expect(await atelier.run(elsewhere)).toMatchObject({
        status: 3,
        stderr: expect.stringContaining('Not signed in'),
      });
      expect(await atelier.run(['logout', ...mine, '--json'])).toMatchObject({
        json: { was_signed_in: true },
      });
      expect(await atelier.run(['whoami', ...mine], { env })).toMatchObject({ status: 3 });
      expect(await readFile(atelier.signIns, 'utf8')).not.toContain('mine');
    });

    it('refuses a wrong token, and keeps nothing', async () => {
      const ran = await atelier.run('login --token-stdin --profile wrong --json', { input: 'wrong' });
      expect(ran).toMatchObject({ status: 3, json: { error: 'unauthorized' } });
      expect(await readFile(atelier.signIns, 'utf8')).not.toContain('wrong');
    });

    it('asks nobody when no terminal is there', async () => {
      expect(await atelier.run('login')).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining('--token-stdin'),
      });
    });
  });

  describe('what it prints', () => {
    it('has no colors in a pipe, says what is wrong, and ends with the documented codes', async () => {
      const help = await atelier.run('--help');
      expect(help).toMatchObject({ status: 0, stderr: '' });
      for (const { stdout, stderr } of [help, await atelier.run('doctor'), await atelier.run('bogus')])
        expect(stdout + stderr).not.toContain('\u001B');
      expect(await atelier.run('bogus')).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining('bogus'),
      });
      expect(await atelier.run('relight nothing.jpg')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('nothing.jpg'),
      });
      expect(await atelier.run('relight room.jpg -f light_transfer_strength=101 --json')).toMatchObject({
        status: 2,
        json: { error: 'invalid_request', message: expect.stringContaining('light_transfer_strength') },
      });
      const env = { ATELIER_TOKEN: 'nobody' };
      expect(await atelier.run('tasks', { env })).toMatchObject({
        status: 3,
        stderr: expect.stringContaining('atelier login'),
      });
      expect(await atelier.run('search x --url http://127.0.0.1:9')).toMatchObject({ status: 4 });
      expect(await atelier.run('search x --url ftp://127.0.0.1')).toMatchObject({ status: 2 });
      expect(await atelier.run('install no-such-node --json')).toMatchObject({
        status: 1,
        json: { error: 'node_not_found' },
      });
    });

    it('completes for four shells', async () => {
      for (const shell of ['bash', 'zsh', 'fish', 'powershell'])
        expect(await atelier.run(['completion', shell])).toMatchObject({
          status: 0,
          stdout: expect.stringContaining('atelier'),
        });
      expect((await atelier.run('complete -- publ')).stdout).toMatch(/^publish\t.*\npublishers\t/m);
      expect((await atelier.run(['complete', '--', 'tasks', ''])).stdout).toMatch(/^cancel\t/m);
    });
  });

  describe('pictures and videos', () => {
    it('relights a picture and saves it', async () => {
      const ran = await atelier.run([
        'relight',
        'room.jpg',
        '--prompt',
        'sunset from the left',
        '-o',
        'out.jpg',
        '--json',
      ]);
      expect(ran).toMatchObject({
        status: 0,
        stderr: '',
        json: { files: ['out.jpg'], task: { status: 'succeeded' } },
      });
      expect(ran.json.task.request.prompt).toBe('sunset from the left');
      const saved = await read('out.jpg');
      expect(createHash('sha256').update(saved).digest('hex')).toBe(ran.json.task.outputs[0].sha256);
      expect(await sharp(saved).metadata()).toMatchObject({ width: 768, height: 576 });
      expect(saved.equals(await read('room.jpg'))).toBe(false);
    });

    it('takes a picture from standard input, and names the result itself', async () => {
      const { stdout, status } = await atelier.run([
        'style',
        'room.jpg',
        'painting.jpg',
        '-f',
        'style_strength=80',
      ]);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^image-style-transfer-[0-9a-f]{12}\.jpg\n$/);
      expect((await sharp(await read(stdout.trim())).metadata()).format).toBe('jpeg');
    });

    it('enhances skin into a folder', async () => {
      const ran = await atelier.run('skin portrait.jpg --mode creative -f sharpen=10 -o skin/ --json');
      expect(ran).toMatchObject({
        status: 0,
        json: { task: { kind: 'skin-enhancer-creative', request: { sharpen: 10 } } },
      });
      expect(await readdir(inFolder('skin'))).toHaveLength(1);
    });

    it('makes a video, and makes it longer', async () => {
      const made = await atelier.run(
        'video start.jpg end.jpg --prompt waves --duration 1 -o waves.mp4 --json',
      );
      expect(made).toMatchObject({ status: 0, json: { files: ['waves.mp4'] } });
      expect((await read('waves.mp4')).toString('latin1', 4, 8)).toBe('ftyp');
      const longer = await atelier.run('extend clip.mp4 --creation clip --duration 1 -o longer.mp4 --json');
      expect(longer).toMatchObject({ status: 0, json: { files: ['longer.mp4'] } });
      expect((await read('longer.mp4')).toString('latin1', 4, 8)).toBe('ftyp');
    });

    it('ends at once if it need not wait, collects later, and says why a task failed', async () => {
      const { stdout } = await atelier.run('relight room.jpg --no-wait');
      const id = stdout.trim();
      expect(id).toMatch(UUID);
      expect(await atelier.run(['tasks', 'wait', id, '-o', 'later.jpg'])).toMatchObject({
        status: 0,
        stdout: 'later.jpg\n',
      });
      expect(await atelier.run(['tasks', 'show', id])).toMatchObject({
        stdout: expect.stringContaining('succeeded'),
      });
      expect(await atelier.run('tasks --limit 1 --json')).toMatchObject({
        status: 0,
        json: { tasks: [{ id }] },
      });
      expect(await atelier.run(['tasks', 'cancel', id, '--json'])).toMatchObject({
        status: 1,
        json: { error: 'task_ended' },
      });
      const damaged = Buffer.concat([(await read('room.jpg')).subarray(0, 2_000), Buffer.alloc(500)]);
      await writeFile(inFolder('damaged.jpg'), damaged);
      const failed = await atelier.run('relight damaged.jpg --json');
      expect(failed).toMatchObject({ status: 5, json: { error: expect.any(String) } });
    });

    it('saves music, pipes it, and hands it to a player', async () => {
      expect(await atelier.run('music calm piano --duration 3 -o calm.mp3')).toMatchObject({
        status: 0,
        stdout: 'calm.mp3\n',
      });
      expect((await read('calm.mp3')).toString('latin1', 0, 3)).toBe('ID3');
      const piped = await atelier.run('music --video clip.mp4 -o -');
      expect(piped).toMatchObject({ status: 0, stdout: expect.stringMatching(/^ID3/) });
      await mkdir(inFolder('programs'));
      await writeFile(inFolder('programs/mpv'), '#!/bin/sh\nexec cat > played.mp3\n', { mode: 0o755 });
      const env = { PATH: `${inFolder('programs')}:/usr/bin:/bin` };
      expect(await atelier.run('music calm --duration 3 --play', { env })).toMatchObject({
        status: 0,
        stdout: '',
      });
      expect((await read('played.mp3')).toString('latin1', 0, 3)).toBe('ID3');
      expect(await atelier.run('music')).toMatchObject({ status: 2 });
    });

    it('leaves a task alone when its waiting is interrupted, or cancels it', async () => {
      const video = 'video start.jpg end.jpg --prompt waves --duration 8 --json';
      for (const [line, status] of [
        [video, /^(queued|processing|succeeded)$/],
        [`${video} --cancel-on-interrupt`, /^canceled$/],
      ] as const) {
        const known = (await service.api.get('/tasks?limit=1')).body.tasks[0].id as string;
        const ran = await atelier.run(line, { interruptAfter: () => isNewest(known) });
        expect(ran).toMatchObject({ status: 130, json: { error: 'interrupted' } });
        const [, id = ''] = /([0-9a-f-]{36})/.exec(ran.stderr) ?? [];
        const { body } = await service.api.get(`/tasks/${id}`);
        expect(body.status).toMatch(status);
        if (body.status !== 'canceled') await service.api.post(`/tasks/${id}/cancel`);
      }
    });

    it('quotes a price', async () => {
      expect(await atelier.run('quote image-relight -f image=@room.jpg --json')).toMatchObject({
        status: 0,
        json: { kind: 'image-relight', credits: expect.any(Number) },
      });
    });
  });

  describe('the registry', () => {
    beforeAll(async () => {
      await atelier.run('publishers create my-studio --name Studio');
      await mkdir(inFolder('pack/inner'), { recursive: true });
      await symlink('/etc/passwd', inFolder('pack/link.txt'));
      for (const [name, content] of Object.entries({
        'pyproject.toml': `[project]\nname = "soft-blur"\nversion = "1.0.0"\ndescription = "Softens"\nlicense = "MIT"
dependencies = ["pillow"]\nclassifiers = ["Environment :: GPU :: NVIDIA CUDA"]\n[project.urls]
Repository = "https://github.com/my-studio/soft-blur"\n[tool.comfy]\nPublisherId = "my-studio"\nDisplayName = "Soft Blur"
requires-comfyui = ">=1.2"\nincludes = ["built/kept.js"]\n`,
        '__init__.py': 'NODE_CLASS_MAPPINGS = {}\n',
        '.gitignore': '*.log\n!keep.log\nbuilt/\n',
        '.comfyignore': 'notes.md\n',
        'inner/.gitignore': '*.tmp\n',
        'inner/a.tmp': 'no',
        'inner/b.py': 'B = 1\n',
        'built/kept.js': 'yes',
        'built/left.js': 'no',
        'notes.md': 'no',
        'x.log': 'no',
        'keep.log': 'yes',
        '.env': 'SECRET=1',
        LICENSE: 'MIT',
      })) {
        await mkdir(path.dirname(inFolder('pack', name)), { recursive: true });
        await writeFile(inFolder('pack', name), content);
      }
    });

    it('packs what the ignore files leave, the same bytes each time, and publishes what pyproject.toml says', async () => {
      const dry = await atelier.run('publish pack --dry-run');
      expect(dry).toMatchObject({ status: 0, stderr: expect.stringContaining('link.txt') });
      expect(dry.stdout.trim().split('\n')).toEqual([
        ...['.comfyignore', '.gitignore', 'LICENSE', '__init__.py', 'built/kept.js'],
        ...['inner/.gitignore', 'inner/b.py', 'keep.log', 'pyproject.toml'],
      ]);
      const published = await atelier.run('publish pack --changelog First --keep one.zip --json');
      expect(published).toMatchObject({
        status: 0,
        json: {
          status: 'NodeVersionStatusActive',
          changelog: 'First',
          dependencies: ['pillow'],
          supported_accelerators: ['GPU :: NVIDIA CUDA'],
          supported_app_version: '>=1.2',
          report: { files_total: 9 },
        },
      });
      const again = await atelier.run('publish pack --keep two.zip --json', {
        env: { TZ: 'Pacific/Auckland' },
      });
      expect(again).toMatchObject({ status: 1, json: { error: 'version_taken' } });
      expect((await read('one.zip')).equals(await read('two.zip'))).toBe(true);
      const { body } = await service.api.get('/nodes/soft-blur');
      expect(body).toMatchObject({
        name: 'Soft Blur',
        license: 'MIT',
        repository: 'https://github.com/my-studio/soft-blur',
      });
    });

    it('ends with its own code when a version is refused', async () => {
      await mkdir(inFolder('bad'));
      const project = '[project]\nname = "bad-pack"\nversion = "1.0.0"\n';
      await writeFile(inFolder('bad/pyproject.toml'), project);
      expect(await atelier.run('publish bad')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('--publisher'),
      });
      await writeFile(inFolder('bad/pyproject.toml'), '[project\n');
      expect(await atelier.run('publish bad')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('TOML'),
      });
      await writeFile(inFolder('bad/pyproject.toml'), project);
      await writeFile(inFolder('bad/__init__.py'), 'import base64\nexec(base64.b64decode("cHJpbnQoMSk="))\n');
      const ran = await atelier.run('publish bad --publisher my-studio --json');
      expect(ran).toMatchObject({
        status: 5,
        json: { status: expect.stringMatching(/Flagged$/), report: { findings: expect.any(Array) } },
      });
    });

    it('finds, installs and replaces a node, and yanks a version', async () => {
      expect(await atelier.run('search soft-blur --json')).toMatchObject({
        json: { nodes: [{ id: 'soft-blur' }] },
      });
      const installed = await atelier.run('install soft-blur@1.0.0 --into nodes --json');
      expect(installed).toMatchObject({
        status: 0,
        json: { version: '1.0.0', files: 9, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      });
      expect(await read('nodes/soft-blur/inner/b.py')).toEqual(await read('pack/inner/b.py'));
      await writeFile(inFolder('nodes/soft-blur/old.txt'), 'old');
      expect(await atelier.run('install soft-blur --into nodes')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('--replace'),
      });
      expect(await atelier.run('install soft-blur --into nodes --replace')).toMatchObject({ status: 0 });
      expect(await readdir(inFolder('nodes'))).toEqual(['soft-blur']);
      expect(await readdir(inFolder('nodes/soft-blur'))).not.toContain('old.txt');
      expect(await atelier.run('yank soft-blur@1.0.0 --json')).toMatchObject({
        status: 0,
        json: { outcome: 'yanked' },
      });
      expect((await service.api.get('/nodes/soft-blur/versions/1.0.0')).body.deprecated).toBe(true);
      await atelier.run('yank soft-blur@1.0.0 --undo');
      expect((await service.api.get('/nodes/soft-blur/versions/1.0.0')).body.deprecated).toBe(false);
      expect(await atelier.run('yank soft-blur')).toMatchObject({ status: 2 });
    });

    it('lists publishers', async () => {
      expect(await atelier.run('publishers')).toMatchObject({
        status: 0,
        stdout: 'my-studio  Studio  owner\n',
      });
      expect((await atelier.run('publishers list --all --json')).json[0]).toMatchObject({
        id: expect.any(String),
      });
      expect(await atelier.run('publishers show my-studio --json')).toMatchObject({
        json: { name: 'Studio', nodes: expect.any(Array) },
      });
    });
  });

  describe('webhooks', () => {
    it('passes what happens to my tasks on to a program here, signed and unchanged', async () => {
      const received: { message: any; type: string | undefined }[] = [];
      const secret = (await service.api.get('/users/webhook-secret')).body.secret as string;
      const receiver = await startHttp(async (request, response) => {
        const message = new Webhook(secret).verify(
          await text(request),
          request.headers as Record<string, string>,
        );
        received.push({ message, type: request.headers['content-type'] });
        response.writeHead(204).end();
      });
      const address = `127.0.0.1:${receiver.port}`;
      const listening = atelier.run(['webhooks', 'listen', '--forward-to', `${address}/hooks`], {
        interruptWhen: /task\.succeeded/,
      });
      const { stdout: id } = await atelier.run('relight room.jpg --no-wait');
      const ran = await listening;
      expect(ran.status).toBe(130);
      expect(ran.stdout).toContain(`task.succeeded  ${id.trim()}  -> 204`);
      expect(received.at(-1)).toMatchObject({
        type: 'application/json',
        message: { data: { id: id.trim() } },
      });
      const before = received.length;
      expect(await atelier.run(['webhooks', 'trigger', '--forward-to', address])).toMatchObject({
        status: 0,
      });
      expect(received.slice(before)).toMatchObject([{ message: { type: 'task.succeeded' } }]);
      await receiver.close();
    });
  });

  describe('administration', () => {
    it('runs the operations of the API document, and shows their fields', async () => {
      expect((await atelier.run('admin')).stdout).toMatch(/^create-user /m);
      expect((await atelier.run('admin create-user --help')).stdout).toMatch(/--email <value>/);
      const made = await atelier.run(
        'admin create-user --name Bob --email bob@example.com --isApproved false --json',
      );
      expect(made).toMatchObject({ status: 0, json: { name: 'Bob', isApproved: false } });
      const { id } = made.json;
      expect(await atelier.run(['admin', 'give-grant', id, '--amount', '10', '--json'])).toMatchObject({
        status: 0,
      });
      expect((await atelier.run('admin list-users --search Bob --limit 1 --json')).json.users).toMatchObject([
        { id },
      ]);
      expect(await atelier.run(['admin', 'suspend-user', id])).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('no operation'),
      });
      expect(await atelier.run(['admin', 'create-user', '--nome', 'x'])).toMatchObject({ status: 2 });
      const asNobody = { env: { ATELIER_TOKEN: 'nobody' } };
      expect(await atelier.run('admin list-users', asNobody)).toMatchObject({ status: 3 });
    });

    it('looks at what may be wrong', async () => {
      const { status, json } = await atelier.run('doctor --json');
      expect(status).toBe(0);
      expect(json).toContainEqual({ name: 'time', state: 'ok', message: 'the clocks agree' });
      expect(json.find(({ name }: any) => name === 'vendor local').state).toBe('ok');
      const down = await atelier.run('doctor --url http://127.0.0.1:9');
      expect(down).toMatchObject({
        status: 1,
        stdout: expect.stringMatching(/^fail {2}service: .*atelier up/m),
      });
    });
  });
});
