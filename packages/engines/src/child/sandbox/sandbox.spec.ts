import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { access, constants, mkdir, mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { spawnChild } from '../spawn-child.js';
import { prepareSandbox } from './sandbox.js';

const PROGRAM = fileURLToPath(new URL('../__fixtures__/break-out.child.mjs', import.meta.url));
const CHANGED = path.join(path.dirname(PROGRAM), 'changed.png');
const ELSEWHERE = () => place('elsewhere.png');
const YES_OR_NO = [() => true, () => false] as const;
const isRoot = process.getuid?.() === 0;
/** Root in a container often may not mount. Then the child keeps root's number, without its rights. */
const mayMount = /^CapEff:\t[0-9a-f]*[2367abef][0-9a-f]{5}$/m.test(readFileSync('/proc/self/status', 'utf8'));
const level = prepareSandbox(true);
/** Only what this machine allows for this account is expected. */
const isWhole = level === 'own-files';
const hasNoNetwork = isWhole || level === 'no-network';
const hasNoRights = hasNoNetwork || level === 'no-privileges';
if (!isWhole) console.warn(`Not all of the sandbox is tested: this account gets no more than ${level} here.`);

let folder: string;
let server: Server;
const place = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "it's-a-sandbox-"));
  await mkdir(place('job'));
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#804020' } })
    .png()
    .toBuffer();
  await writeFile(place('input.png'), picture, { mode: 0o600 });
  await writeFile(place('secret.png'), picture);
  server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => prepareSandbox(true));
afterAll(() => prepareSandbox(false));

function isWritable(file: string): Promise<boolean> {
  return access(file, constants.W_OK).then(...YES_OR_NO);
}

/** What the child was able to do, and what the system reports about it. */
async function attempt(): Promise<{ done: Record<string, boolean>; status: string; net: string }> {
  const files = { read: [place('input.png')], write: place('job') };
  const child = spawnChild({ program: PROGRAM, memoryMb: 256, files });
  const ended = once(child, 'close');
  const { port } = server.address() as { port: number };
  child.send({
    input: place('input.png'),
    folder: place('job'),
    secret: place('secret.png'),
    elsewhere: ELSEWHERE(),
    changed: CHANGED,
    port,
  });
  const [{ result }] = await once(child, 'message');
  const [status, net] = await Promise.all([
    readFile(`/proc/${child.pid}/status`, 'utf8'),
    readlink(`/proc/${child.pid}/ns/net`),
  ]);
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  // The file that it took for the disk's may have been in its own file system.
  for (const [name, file] of Object.entries({ writesElsewhere: ELSEWHERE(), changesTheService: CHANGED })) {
    result[name] = await access(file).then(...YES_OR_NO);
    await rm(file, { force: true });
  }
  return { done: result, status, net };
}

const needed = { readsInput: true, decodesInput: true, writesResult: true };

describe('a child', () => {
  it('reaches the files of its job, and as little else as this machine allows', async () => {
    const { done, status, net } = await attempt();
    expect(done).toMatchObject({ ...needed, readsSecret: false });
    if (isWhole)
      expect(done).toMatchObject({ decodesSecret: false, writesElsewhere: false, changesTheService: false });
    if (hasNoNetwork) {
      expect(done).toMatchObject({ connects: false });
      expect(net).not.toBe(await readlink('/proc/self/ns/net'));
    }
    if (hasNoRights) expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    if (hasNoRights && isRoot) expect(status).toMatch(/^CapBnd:\t0+$/m);
    if (isWhole) expect(status).toMatch(/^CapEff:\t0+$/m);
    if (isWhole && mayMount) expect(status).not.toMatch(/^Uid:.*\t0\b/m);
    // Its output belongs to the account of the service again.
    expect((await stat(place('job/result'))).uid).toBe(process.getuid?.());
  });

  it('could do all of it otherwise', async () => {
    prepareSandbox(false);
    const { done } = await attempt();
    expect(done).toEqual({
      ...needed,
      readsSecret: true,
      decodesSecret: true,
      writesElsewhere: true,
      changesTheService: await isWritable(path.dirname(PROGRAM)),
      connects: true,
    });
  });
});
