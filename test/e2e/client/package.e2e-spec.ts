import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { TestApp } from '../../support/test-app.js';

const ROOM = 'libs/media/work/src/samples/files/room.jpg';
const RELIGHT = `
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Atelier } from '@atelier/client';

const atelier = new Atelier();
const task = await atelier.relight({ image: await openAsBlob('room.jpg'), prompt: 'sunset from the left' }).wait();
await writeFile('out.jpg', await atelier.download(task));
`;
/** What a program would write, with the types that a program without a DOM has. */
const TYPED = `
import { Atelier, AtelierError, type TaskDetailsResponse } from '@atelier/client';
import { getNode } from '@atelier/client/api';
import { verifyWebhook } from '@atelier/client/webhooks';

const atelier = new Atelier({ url: 'http://localhost:3000', token: 'a' });
export const task: Promise<TaskDetailsResponse> = atelier.relight({ image: new Uint8Array() }).wait();
export const tags: Promise<string[] | undefined> = atelier.call(getNode, { path: { nodeId: 'a' } }).then((node) => node.tags);
export const isPoor = (error: unknown) => error instanceof AtelierError && error.code === 'credits_exhausted';
export const message = verifyWebhook('', {}, { secret: 'whsec_' });
`;
const COMPILER_OPTIONS = {
  ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noEmit: true },
  ...{
    target: 'es2023',
    module: 'nodenext',
    types: ['node'],
    typeRoots: [path.resolve('node_modules/@types')],
  },
};

/** Node.js of another version, which the system may have. */
const SYSTEM_NODE = '/usr/bin/node';
const version = spawnSync(SYSTEM_NODE, ['--version'], { encoding: 'utf8' }).stdout ?? '';
const NODES = [process.execPath, ...(Number(/^v(\d+)/.exec(version)?.[1]) >= 20 ? [SYSTEM_NODE] : [])];

/** Runs it to its end. */
async function run(program: string, parameters: string[], options: object): Promise<void> {
  const child = spawn(program, parameters, options);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += String(text)));
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(said);
}

describe('the package of the client', () => {
  let app: TestApp;
  let folder: string;
  let environment: Record<string, string | undefined>;

  beforeAll(async () => {
    app = await TestApp.start();
    folder = await mkdtemp(path.join(os.tmpdir(), 'client-package-'));
    const { token } = await app.caller();
    environment = { ...process.env, ATELIER_URL: app.api.baseUrl, ATELIER_TOKEN: token };
    await run('npm', ['pack', '--workspace', '@atelier/client', '--pack-destination', folder], {});
    await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
    await run('npm', ['install', '--no-audit', '--no-fund', './atelier-client-0.1.0.tgz'], { cwd: folder });
    await copyFile(ROOM, path.join(folder, 'room.jpg'));
    await writeFile(path.join(folder, 'relight.js'), RELIGHT);
  });
  afterAll(async () => {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(NODES)('relights a picture, waits and saves it in three lines, on %s', async (node) => {
    await run(node, ['relight.js'], { cwd: folder, env: environment });
    const [made, given] = await Promise.all(
      [path.join(folder, 'out.jpg'), ROOM].map((file) => sharp(file).metadata()),
    );
    expect([made?.format, made?.width]).toEqual(['jpeg', given?.width]);
    await rm(path.join(folder, 'out.jpg'));
  });

  it('says where the service is missing', async () => {
    const env = { ...environment, ATELIER_URL: undefined };
    await expect(run(process.execPath, ['relight.js'], { cwd: folder, env })).rejects.toThrow(
      'url must be the http or https address',
    );
  });

  it('has types that compile without those of a browser', async () => {
    await writeFile(path.join(folder, 'typed.ts'), TYPED);
    const config = path.join(folder, 'tsconfig.json');
    await writeFile(config, JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['typed.ts'] }));
    await run(process.execPath, [path.resolve('node_modules/typescript/bin/tsc'), '-p', config], {});
  });

  it('has what it needs, and nothing else', async () => {
    const manifest = await readFile(path.join(folder, 'node_modules/@atelier/client/package.json'), 'utf8');
    const { dependencies, exports } = JSON.parse(manifest);
    expect(Object.keys(dependencies)).toEqual(['standardwebhooks']);
    expect(Object.keys(exports)).toEqual(['.', './api', './react-query', './webhooks', './ai-sdk']);
  });
});
