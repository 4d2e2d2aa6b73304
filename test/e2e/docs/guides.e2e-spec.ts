import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parseEnv } from 'node:util';
import sharp from 'sharp';
import { Environment, readSettings } from '#libs/platform/config';
import { SETTINGS } from '../../../apps/api/src/service/index.js';
import { seeVideo } from '../../../packages/engines/src/video/__fixtures__/test-media.js';
import { PythonClient } from '../../support/python-client.js';
import { ADMIN_TOKEN, ServiceProcess } from '../../support/service-process.js';
import { createTestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const ROOT = path.join(import.meta.dirname, '../../..');
const SAMPLES = path.join(ROOT, 'libs/media/work/src/samples/files');
const LOCAL = 'http://localhost:3000';
const TOOLS = ['bash', 'curl', 'openssl', 'python3'];
const SCRIPT_TIMEOUT_MS = 90_000;
/** What a shell may need to reach the package registry. */
const OF_THE_NETWORK =
  /^(?:(?:https?|no)_proxy|npm_config_registry|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|CURL_CA_BUNDLE)$/i;
/** Refused requests count as failures, the service is running already, and commands end with their shell as npm's do. */
const PRELUDE = `set -eu -o pipefail
curl() { command curl --fail-with-body "$@"; }
pip() { echo "is installed"; }
atelier() { node "${ROOT}/scripts/atelier.mjs" "$@"; }
npm() {
  case "$*" in
    init*|pkg*|install*) command npm "$@" ;;
    'run -s mirror -- '*|'run -s bundle -- '*)
      node "${ROOT}/dist/apps/mirror/src/main.js" "$3" "\${@:5}" & trap "kill $!" TERM; wait $! ;;
    'run -s pack:client') (cd "${ROOT}" && command npm pack -w @atelier/client --pack-destination "$OLDPWD") ;;
    *) echo "runs already" ;;
  esac
}
`;
/** A newcomer's path: programs of the system, and of this project only its Node. */
const PROGRAMS = [
  path.dirname(process.execPath),
  ...(process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules')),
].join(':');

const missing = TOOLS.filter((tool) => spawnSync(tool, ['--help'], { stdio: 'ignore' }).error);
if (missing.length > 0) console.warn(`The guides were not run: ${missing.join(', ')} is not installed.`);
const onCompleteMachines = missing.length > 0 ? describe.skip : describe;
// Same as the guides: a certificate authority, for example, that only the outer npm knows does not count.
const pinged = spawnSync('npm', ['ping', '--fetch-retries=0'], {
  stdio: 'ignore',
  timeout: 20_000,
  cwd: os.tmpdir(),
  env: { ...ofTheNetwork(), PATH: PROGRAMS, HOME: os.tmpdir() },
});
const hasRegistry = pinged.status === 0;
if (!hasRegistry)
  console.warn(
    'SKIPPED: the guides clients.md, video.md and webhooks.md, as npm cannot reach its registry of packages.',
  );
const withRegistry = hasRegistry ? it : it.skip;

function ofTheNetwork(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => OF_THE_NETWORK.test(name)));
}

/** Code blocks of a page: those with a file's name are files, the others are typed into one shell. */
function blocksOf(page: string): { typed: string[]; files: Record<string, string> } {
  const text = readFileSync(path.join(ROOT, page), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(
    ([, kind, name, code = '']) => ({
      kind,
      name,
      code,
    }),
  );
  return {
    typed: blocks.flatMap(({ kind, code }) => (kind === 'sh' ? [code] : [])),
    files: Object.fromEntries(blocks.flatMap(({ name, code }) => (name ? [[name, code]] : []))),
  };
}

onCompleteMachines('the guides', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let service: ServiceProcess;
  let folder: string;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'guides-data-'));
    service = await ServiceProcess.at(
      { DATABASE_URL: database.url, DATA_DIR: dataDir, ADMIN_TOKEN, RATE_LIMIT: '1200' },
      ADMIN_TOKEN,
    );
    await service.start();
  });
  afterAll(async () => {
    await service.kill();
    await database.drop();
  });
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'guide-'));
    cpSync(path.join(SAMPLES, 'room.jpg'), path.join(folder, 'me.jpg'));
    for (const name of ['clip.mp4', 'node.zip']) cpSync(path.join(SAMPLES, name), path.join(folder, name));
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** As the service calls itself. */
  const url = () => service.api.baseUrl.replace('127.0.0.1', 'localhost');

  const environment = (more: Record<string, string> = {}) => ({
    ...ofTheNetwork(),
    PATH: PROGRAMS,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    HOME: folder,
    URL: url(),
    TOKEN: ADMIN_TOKEN,
    ...more,
  });

  /** Types the page's lines into a shell, or those that are wanted. */
  async function follow(
    page: string,
    isWanted = (_lines: string): boolean => true,
    more: Record<string, string> = {},
  ): Promise<string> {
    const { typed, files } = blocksOf(page);
    for (const [name, code] of Object.entries(files)) writeFileSync(path.join(folder, name), code);
    const script = typed.filter(isWanted).join('\n').replaceAll(LOCAL, url());
    const child = spawn('bash', ['-c', PRELUDE + script], {
      cwd: folder,
      env: environment(more),
      timeout: SCRIPT_TIMEOUT_MS,
    });
    const said = outputOf(child);
    const status = await new Promise((resolve) => child.on('close', resolve));
    if (status !== 0) throw new Error(`${page} ended with ${String(status)}:\n${said()}`);
    return said();
  }

  function outputOf(child: ChildProcess): () => string {
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (text += String(bytes)));
    return () => text;
  }

  function run(program: string, name: string, more: Record<string, string> = {}): () => string {
    const child = spawn(program, [name], { cwd: folder, env: environment(more) });
    children.push(child);
    return outputOf(child);
  }

  /** How much brighter the left third is than the right one. */
  async function lightFromTheLeft(picture: Buffer): Promise<number> {
    const { data, info } = await sharp(picture)
      .resize(90, 60, { fit: 'fill' })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const third = info.width / 3;
    const mean = (from: number) => {
      let sum = 0;
      for (let at = 0; at < data.length; at += 1) {
        const column = at % info.width;
        if (column >= from && column < from + third) sum += data[at] ?? 0;
      }
      return sum / (third * info.height);
    };
    return mean(0) - mean(2 * third);
  }

  /** A call as it arrived. */
  async function aCall() {
    const { body } = await service.api.get('/users/webhook-secret');
    const receiver = createServer();
    await once(receiver.listen(0, '127.0.0.1'), 'listening');
    const { port } = receiver.address() as AddressInfo;
    const arrived = once(receiver, 'request') as Promise<[IncomingMessage, ServerResponse]>;
    const image = `${url()}/samples/room.jpg`;
    await service.api.post('/proxy/imgprov/v1/ai/image-relight', {
      image,
      webhook_url: `http://127.0.0.1:${port}`,
    });
    const [request, response] = await arrived;
    const received = await text(request);
    response.writeHead(410).end();
    receiver.close();
    const header = (name: string) => String(request.headers[`webhook-${name}`]);
    return {
      ...{ id: header('id'), timestamp: header('timestamp'), signature: header('signature') },
      ...{ body: received, secret: body.secret as string },
    };
  }

  it('are all run here', () => {
    const tested = readFileSync(import.meta.filename, 'utf8');
    // A browser test covers what console.md names: test/console/journey.spec.ts.
    const notTyped = ['console.md'];
    const pages = readdirSync(path.join(ROOT, 'docs/guides')).filter((name) => !notTyped.includes(name));
    expect(pages.length).toBeGreaterThan(6);
    expect(pages.filter((page) => !tested.includes(`docs/guides/${page}`))).toEqual([]);
  });

  it('picture.md makes a picture of mine that everybody sees is lit from the left', async () => {
    await follow('docs/guides/picture.md');
    const before = await lightFromTheLeft(readFileSync(path.join(folder, 'me.jpg')));
    const after = await lightFromTheLeft(readFileSync(path.join(folder, 'relit.jpg')));
    expect(after - before).toBeGreaterThan(30);
  });

  it('README.md starts with a call that makes its picture', async () => {
    const said = await follow('README.md');
    expect(said).toMatch(/"status": ?"COMPLETED"/);
    const [address = ''] = /http[^"\s]*\/assets\/[^"\s]*/.exec(said) ?? [];
    const after = Buffer.from(await (await fetch(address)).arrayBuffer());
    const before = readFileSync(path.join(SAMPLES, 'room.jpg'));
    const change = (await lightFromTheLeft(after)) - (await lightFromTheLeft(before));
    expect(change).toBeGreaterThan(30);
  });

  it('waiting.md tells of every change until the end', async () => {
    const said = await follow('docs/guides/waiting.md');
    expect(said).toMatch(/^event: /m);
    expect(said).toContain('"status":"succeeded"');
  });

  it('quick-start.md begins with a picture that everybody sees is lit from the left', async () => {
    await follow('docs/guides/quick-start.md');
    const before = await lightFromTheLeft(readFileSync(path.join(SAMPLES, 'room.jpg')));
    const after = await lightFromTheLeft(readFileSync(path.join(folder, 'relit.png')));
    expect(after - before).toBeGreaterThan(30);
  });

  withRegistry('video.md ends with a video of 24 frames, after a call of each status', async () => {
    expect(await follow('docs/guides/video.md')).toMatch(/queueing\nprocessing\n(?:.*\n)*success/);
    const seen = await seeVideo(path.join(folder, 'video.mp4'));
    expect(seen.frameCount).toBe(24);
  });

  it('production.md shows settings that a service accepts, and makes a user with a limit', async () => {
    const { files } = blocksOf('docs/guides/production.md');
    const settings = parseEnv(files['atelier.env'] ?? '') as Record<string, string>;
    expect(Object.keys(settings).length).toBeGreaterThan(5);
    expect(() => readSettings(new Environment(settings), SETTINGS)).not.toThrow();
    const said = await follow('docs/guides/production.md');
    expect(said).toMatch(/"status": ?"ok"/);
    const { id } = JSON.parse(readFileSync(path.join(folder, 'user.json'), 'utf8')) as { id: string };
    const { body } = await service.api.get(`/admin/users/${id}/limits`);
    expect(body.limits).toMatchObject([
      { period: 'day', allowed: 500 },
      { period: 'month', allowed: 5000 },
    ]);
  });

  it.each([
    ['JavaScript', process.execPath, ['verify.mjs']],
    ['Python', 'python3', ['verify.py']],
    ['Go', 'go', ['run', 'verify.go']],
    ['Ruby', 'ruby', ['verify.rb']],
    ['PHP', 'php', ['verify.php']],
    ['Java', 'java', ['Verify.java']],
  ])('webhook-languages.md tells in %s which calls are genuine', async (language, program, parameters) => {
    if (spawnSync(program, ['--help'], { stdio: 'ignore' }).error) {
      console.warn(`SKIPPED: webhook-languages.md in ${language}, as ${program} is not installed.`);
      return;
    }
    const { files } = blocksOf('docs/guides/webhook-languages.md');
    const name = parameters.at(-1) ?? '';
    writeFileSync(path.join(folder, name), files[name] ?? '');
    const { id, timestamp, signature, body, secret } = await aCall();
    const isGenuine = (at: string, text: string, key = secret) =>
      spawnSync(program, [...parameters, id, at, signature], {
        cwd: folder,
        input: text,
        env: { ...environment(), WEBHOOK_SECRET: key },
      });
    const other = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    const ends = [
      isGenuine(timestamp, body),
      isGenuine(timestamp, body.replace('{', '{ ')),
      isGenuine(String(Number(timestamp) - 301), body),
      isGenuine(timestamp, body, other),
    ];
    expect(ends.map(({ status, stderr }) => [status, String(stderr).replace('exit status 1\n', '')])).toEqual(
      [
        [0, ''],
        [1, ''],
        [1, ''],
        [1, ''],
      ],
    );
  });

  withRegistry('webhooks.md receives signed calls in both languages, and refuses others', async () => {
    const installs = (lines: string) => lines.includes('npm install');
    await follow('docs/guides/webhooks.md', installs);
    const { body } = await service.api.get('/users/webhook-secret');
    const isInstalled = spawnSync('python3', ['-c', 'import standardwebhooks']).status === 0;
    const secret = {
      WEBHOOK_SECRET: body.secret as string,
      ...(isInstalled ? {} : { PYTHONPATH: path.join(ROOT, 'test/support/python') }),
    };
    const { id } = (await service.api.get('/users')).body;
    const keys = { WEBHOOK_KEYS: `${url()}/webhooks/jwks/${id}` };
    const receivers = [
      run(process.execPath, 'receive.ts', secret),
      run('python3', 'receive.py', secret),
      run(process.execPath, 'receive-by-key.ts', keys),
    ];
    for (const port of [4000, 4001, 4002]) {
      const forged = () =>
        fetch(`http://127.0.0.1:${port}`, {
          method: 'POST',
          body: '{}',
          headers: { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' },
        }).then(({ status }) => status);
      await until(() =>
        forged().then(
          (status) => status === 401,
          () => false,
        ),
      );
    }
    await follow('docs/guides/webhooks.md', (lines) => !installs(lines));
    for (const said of receivers) await until(() => /IN_PROGRESS/.test(said()) && /COMPLETED/.test(said()));
  });

  it('uploads.md makes music for a video', async () => {
    expect(await follow('docs/guides/uploads.md')).toMatch(/"type": ?"complete"/);
  });

  it('music.md puts a playable file together, and goes on after a break', async () => {
    expect(await follow('docs/guides/music.md')).toMatch(/"complete".*"complete"/s);
    const music = readFileSync(path.join(folder, 'music.mp3'));
    expect(music.length).toBeGreaterThan(50_000);
    expect(music.toString('latin1', 0, 3)).toBe('ID3');
  });

  it('publishing.md ends with a node that can be found and installed', async () => {
    const said = await follow('docs/guides/publishing.md');
    expect(said).toContain('NodeVersionStatusActive');
    expect(said).toMatch(/"downloadUrl": ?"http/);
    expect(said).toMatch(/"token": ?"atl_/);
    expect(said).toContain('The name servers did not answer for _atelier-publisher.example.com');
  });

  it('mirroring.md ends with the nodes of the registry in a closed network', async () => {
    await until(async () => (await service.api.get('/registry/snapshot')).status === 200);
    const said = await follow('docs/guides/mirroring.md');
    const { body } = await service.api.get('/nodes?limit=1');
    expect(said).toContain(`"limit":1,"total":${body.total},`);
    expect(said).toMatch(new RegExp(`closed-mirror: ${body.total} nodes`));
    expect(said).toMatch(/The mirror is at .*4600.*The mirror is at .*4601/s);
  });

  it('command-line.md saves a picture and music, and publishes and installs a node', async () => {
    const said = await follow('docs/guides/command-line.md');
    expect(said).toContain('my-pack 1.0.0: active');
    expect(said).toMatch(/^ok {4}vendor local: /m);
    expect(readdirSync(path.join(folder, 'custom_nodes/my-pack'))).toContain('pyproject.toml');
    for (const name of ['relit.jpg', 'later.jpg'])
      expect((await sharp(readFileSync(path.join(folder, name))).metadata()).format).toBe('jpeg');
    expect(readFileSync(path.join(folder, 'music.mp3')).toString('latin1', 0, 3)).toBe('ID3');
  });

  it('repeating.md gets one reply for two calls', async () => {
    const said = await follow('docs/guides/repeating.md');
    expect(said).toMatch(/idempotent-replayed: true/i);
    expect(said).toMatch(/ratelimit-policy: "token";q=1200;w=60/i);
  });

  it('install the versions that this project uses', () => {
    const used: Record<string, string> = {};
    for (const folder of ['', 'packages/client', 'scripts']) {
      const manifest = readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8');
      const { dependencies, devDependencies } = JSON.parse(manifest);
      Object.assign(used, dependencies, devDependencies);
    }
    const installed = readdirSync(path.join(ROOT, 'docs/guides'))
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) => blocksOf(`docs/guides/${name}`).typed)
      .flatMap((lines) => [...lines.matchAll(/^npm install (.*)$/gm)])
      .flatMap(([, line = '']) => line.split(' ').filter((word) => !word.startsWith('--')));
    expect(installed.length).toBeGreaterThanOrEqual(4);
    for (const word of installed) {
      const [, name = '', version] = /^(@?[^@]+)@(.+)$/.exec(word) ?? [word];
      expect([word, version]).toEqual([word, used[name]]);
    }
  });

  it('python.md uses each part of the Python client', async () => {
    const client = PythonClient.install();
    const said = await follow('docs/guides/python.md', undefined, { PYTHONPATH: client.installed });
    client.remove();
    expect(said).toMatch(
      /^invalid_request \['image', 'light_transfer_strength'\]\n(?:[0-9a-f-]{36} \d+\n)+/m,
    );
    const [before, after] = ['me.jpg', 'relit.jpg'].map((name) => readFileSync(path.join(folder, name)));
    const change = (await lightFromTheLeft(after!)) - (await lightFromTheLeft(before!));
    expect(change).toBeGreaterThan(30);
    expect(readFileSync(path.join(folder, 'music.mp3')).toString('latin1', 0, 3)).toBe('ID3');
  });

  withRegistry('clients.md uses each part of the client', async () => {
    const said = await follow('docs/guides/clients.md');
    expect(said).toMatch(/^relit [0-9a-f-]{36}$/m);
    expect(said).toMatch(
      /^succeeded 100\ncost 22\nrefused invalid_request \[ 'image', 'light_transfer_strength' \] \S+$/m,
    );
    expect(said).toMatch(/^title [0-9a-f-]{36}\nmodels 0\ndone [0-9a-f-]{36}$/m);
    expect(said).toMatch(/^received [0-9a-f-]{36}$/m);
    expect(said).toMatch(/^drawn image\/\w+ 0$/m);
    const [before, after] = ['me.jpg', 'relit.jpg'].map((name) => readFileSync(path.join(folder, name)));
    expect(await lightFromTheLeft(after!)).toBeGreaterThan((await lightFromTheLeft(before!)) + 30);
    expect(readFileSync(path.join(folder, 'rain.mp3')).toString('latin1', 0, 3)).toBe('ID3');
  });
});
