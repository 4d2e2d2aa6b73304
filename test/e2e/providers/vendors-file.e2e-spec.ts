import { mkdirSync, mkdtempSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { endedTask } from '../../support/ended-task.js';
import { FakeVendor } from '../../support/fake-vendor.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { vendorsFile } from '../../support/vendors-file.js';
import { FakeVendor as MusicVendor, wholeStream } from '../music-proxy/fake-vendor.js';
import { OpenStream, TEXT_PATH } from '../music-proxy/music-calls.js';
import { TINY_PNG } from '../rights/tiny-png.js';
import { workingVendor } from './working-vendor.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const METRICS_TOKEN = 'metrics-token-of-24-chars';
const NAMES = ['north', 'south'] as const;
type Name = (typeof NAMES)[number];

/** The files of vendors in one folder, as Kubernetes mounts them: all change at once, with the link `..data`. */
class Mounted {
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'atelier-vendors-'));
  private version = 0;
  readonly path = path.join(this.folder, '..data/vendors.json');

  write(vendors: unknown, others: Record<string, string> = {}): void {
    this.writeText(JSON.stringify({ vendors }), others);
  }

  writeText(text: string, others: Record<string, string> = {}): void {
    const name = `..version-${(this.version += 1)}`;
    mkdirSync(path.join(this.folder, name));
    for (const [file, content] of Object.entries({ ...others, 'vendors.json': text }))
      writeFileSync(path.join(this.folder, name, file), content);
    const next = path.join(this.folder, '..next');
    symlinkSync(name, next);
    renameSync(next, path.join(this.folder, '..data'));
  }
}

describe('the vendors file', () => {
  const vendors: Record<Name, FakeVendor> = {} as never;
  const mounted = new Mounted();
  const log: string[] = [];
  let app: TestApp;
  /** A second process, which runs the jobs. */
  let worker: TestApp;
  let ada: ApiClient;
  let admin: ApiClient;

  const stated = (name: Name, fields: object = {}) => ({
    ...{ name, area: 'image', base_url: vendors[name].url, poll_seconds: 0 },
    ...{ keys: [`${name}-key`], attempts: 1, ...fields },
  });

  beforeAll(async () => {
    for (const name of NAMES) vendors[name] = await FakeVendor.start();
    mounted.write([stated('north')]);
    const settings = { VENDORS_FILE: mounted.path, METRICS_TOKEN, LOG_LEVEL: 'info', LOG_FORMAT: 'json' };
    const logging = { logTo: { write: (line: string) => log.push(line) } };
    app = await TestApp.start({ ...settings, RUN_JOBS: 'false' }, logging);
    worker = await TestApp.join(app, settings, logging);
    ada = app.api.as(await app.caller());
    admin = app.api.as(await app.caller({ isAdmin: true }));
  });
  afterAll(async () => {
    await worker.stop();
    await app.stop();
    for (const vendor of Object.values(vendors)) await vendor.stop();
  });
  beforeEach(async () => {
    for (const name of NAMES) vendors[name].reset(workingVendor(vendors[name], `${name}-1`));
    await have([stated('north')]);
  });

  /** Both processes have read it. */
  async function have(all: readonly ReturnType<typeof stated>[], others: Record<string, string> = {}) {
    log.length = 0;
    // So that each writing is a change.
    const weighted = all.map((one) => ({ ...one, weight: 100, pause_seconds: (pause += 1) }));
    mounted.write(weighted, others);
    await until(() => log.filter((line) => line.includes('The vendors file has changed')).length === 2);
  }
  let pause = 1;

  const start = async (): Promise<string> => {
    const reply = await ada.post(RELIGHT, { image: TINY_PNG, prompt: 'dusk' });
    expect(reply.status).toBe(200);
    return reply.body.data.task_id;
  };
  const succeed = async (id: string) =>
    expect(await endedTask(ada, id)).toMatchObject({ status: 'succeeded' });
  const keysOf = (name: Name) => vendors[name].callsOf('POST').map(({ headers }) => headers.authorization);
  const shown = async (): Promise<string[]> =>
    (await admin.get('/admin/vendors')).body.vendors.map(({ name }: { name: string }) => name);

  it('gives tasks to a vendor that was added, and none to one that was removed', async () => {
    await have([stated('south')]);
    expect(await shown()).toEqual(expect.not.arrayContaining(['north']));
    await succeed(await start());
    expect([keysOf('north'), keysOf('south')]).toEqual([[], ['Bearer south-key']]);
    expect((await admin.put('/admin/vendors/north', { draining: true })).status).toBe(404);
  });

  it('goes on to the end with what a removed vendor was ordered', async () => {
    let isBusy = true;
    vendors.north.script = workingVendor(vendors.north, 'north-1', ({ path: of }) =>
      isBusy && of.includes('north-1')
        ? { json: { data: { task_id: 'north-1', status: 'IN_PROGRESS' } } }
        : undefined,
    );
    const id = await start();
    await until(() => vendors.north.callsOf('GET').length > 0);
    await have([]);
    const { length } = vendors.north.calls;
    await until(() => vendors.north.calls.length > length);
    isBusy = false;
    await succeed(id);
    expect(keysOf('north')).toEqual(['Bearer north-key']);
    // Without a vendor, the engine of the service works.
    vendors.north.calls.length = 0;
    await succeed(await start());
    expect(vendors.north.calls).toEqual([]);
  });

  it('moves what waits for a removed vendor to another', async () => {
    await admin.post('/admin/queues/image-tasks.run/pause', {});
    const id = await start();
    await have([stated('south')]);
    await admin.post('/admin/queues/image-tasks.run/resume', {});
    await succeed(id);
    expect([keysOf('north'), keysOf('south')]).toEqual([[], ['Bearer south-key']]);
  });

  it('brings new keys, also those in files of their own', async () => {
    const north = stated('north', { keys: ['file:north'] });
    await have([north], { north: 'first\n' });
    await succeed(await start());
    log.length = 0;
    mounted.write([{ ...north, weight: 100, pause_seconds: pause }], { north: 'second\n' });
    await until(() => log.filter((line) => line.includes('The vendors file has changed')).length === 2);
    await succeed(await start());
    expect(keysOf('north')).toEqual(['Bearer first', 'Bearer second']);
    expect(log.join()).not.toContain('second');
  });

  it('leaves a vendor alone that has not changed, with its resting keys', async () => {
    const unchanged = stated('north', { keys: ['used-up', 'fresh'], not_taken_on_429: true });
    const isUsedUp = ({ headers }: { headers: { authorization?: string } }) =>
      headers.authorization === 'Bearer used-up'
        ? { status: 429, headers: { 'retry-after': '900' } }
        : undefined;
    vendors.north.script = workingVendor(vendors.north, 'north-1', isUsedUp);
    await have([unchanged]);
    await succeed(await start());
    log.length = 0;
    mounted.write([
      { ...unchanged, weight: 100, pause_seconds: pause },
      { ...stated('south'), priority: 1 },
    ]);
    await until(() => log.filter((line) => line.includes('The vendors file has changed')).length === 2);
    expect(log.join()).not.toContain('north');
    await succeed(await start());
    expect(keysOf('north')).toEqual(['Bearer used-up', 'Bearer fresh', 'Bearer fresh']);
  });

  it('is refused whole where it is wrong, and the vendors from before stay', async () => {
    const wrong: [() => void, string][] = [
      [() => mounted.writeText('{"secret"'), 'VENDORS_FILE must name a file that can be read as JSON'],
      [() => mounted.write([stated('south', { weight: 'secret' })]), 'vendors.0.weight must be'],
      [
        () =>
          mounted.write([stated('south'), stated('north', { keys: ['file:north'] })], {
            north: 'secret\nsecret',
          }),
        'vendors.1.keys.0 names a file that does not hold one line of text',
      ],
      [() => mounted.write([stated('south', { kinds: ['secret'] })]), 'vendors.0.kinds.0 must be one of'],
    ];
    for (const [write, problem] of wrong) {
      log.length = 0;
      write();
      const refusals = () => log.filter((line) => line.includes('The vendors file is refused'));
      await until(() => refusals().length >= 2);
      expect(refusals().join()).toContain(problem);
      expect(log.join()).not.toContain('secret');
      expect((await app.api.as(METRICS_TOKEN).get('/metrics')).bytes.toString()).toContain(
        'vendors_file_refused 1',
      );
      await succeed(await start());
    }
    expect([keysOf('north').length, keysOf('south')]).toEqual([wrong.length, []]);
  });

  it('is read again when only a file changes that it names', async () => {
    const kinds = { 'image-relight': { workflow: 'relight.json' } };
    const comfy = { name: 'gpu', adapter: 'comfyui', base_url: vendors.south.url, kinds };
    const at = (strength: number) => JSON.stringify({ 1: { class_type: 'Relight', inputs: { strength } } });
    await have([comfy as never], { 'relight.json': at(1) });
    log.length = 0;
    mounted.write([{ ...comfy, weight: 100, pause_seconds: pause }], { 'relight.json': at(2) });
    await until(() => log.filter((line) => line.includes('"gpu"')).length === 2);
    expect(await shown()).toContain('gpu');
  });
});

describe('a vendors file that reaches one process before another', () => {
  it('lets tasks of a new vendor wait for the other', async () => {
    const vendor = await FakeVendor.start();
    vendor.script = workingVendor(vendor, 'east-1');
    const music = await MusicVendor.start();
    music.answer = wholeStream;
    const east = { name: 'east', area: 'image', base_url: vendor.url, keys: ['key'], poll_seconds: 0 };
    const tunes = { name: 'tunes', area: 'music', base_url: music.baseUrl, keys: ['key'] };
    const later = vendorsFile([]);
    const app = await TestApp.start({ VENDORS_FILE: vendorsFile([east, tunes]), RUN_JOBS: 'false' });
    const worker = await TestApp.join(app, { VENDORS_FILE: later });
    const caller = await app.caller();
    const ada = app.api.as(caller);
    try {
      const { body } = await ada.post(RELIGHT, { image: TINY_PNG, prompt: 'dusk' });
      const id = body.data.task_id;
      const song = new URLSearchParams({ prompt: 'a waltz', duration: '2' });
      const stream = await OpenStream.post(app, caller, TEXT_PATH, song);
      const { task_id: songId } = await stream.next();
      for (const one of [id, songId])
        await until(async () => (await ada.get(`/tasks/${one}`)).body.status === 'processing');
      expect([vendor.calls, music.calls]).toEqual([[], []]);
      writeFileSync(later, JSON.stringify({ vendors: [east, tunes] }));
      expect(await endedTask(ada, id)).toMatchObject({ status: 'succeeded' });
      expect((await stream.rest()).at(-1)).toMatchObject({ type: 'complete' });
      expect([vendor.callsOf('POST').length, music.calls.length]).toEqual([1, 1]);
    } finally {
      await worker.stop();
      await app.stop();
      await vendor.stop();
      await music.stop();
    }
  });
});
