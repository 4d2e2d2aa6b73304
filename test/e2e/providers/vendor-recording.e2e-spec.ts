import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Program } from '../../support/program.js';
import { startStrictVendor } from '../../support/strict-vendor.js';
import { vendorsFile } from '../../support/vendors-file.js';

const KEY = 'a-key-of-the-operator-0123456789';

describe('npm run vendor:record and vendor:probe', () => {
  const vendors: Record<string, any> = {};
  let folder: string;

  beforeAll(async () => {
    for (const name of ['fal', 'vidu', 'sonilo'])
      vendors[name] = await startStrictVendor(name, name, { keys: [KEY] });
  });
  afterAll(async () => Promise.all(Object.values(vendors).map((vendor) => vendor.stop())));
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'recordings-'));
    for (const vendor of Object.values(vendors)) vendor.reset();
  });
  afterEach(() => rm(folder, { recursive: true }));

  const stated = (name: string, fake: string, entry: object = {}) => ({
    ...{ name, base_url: vendors[fake].url, keys: ['env:VENDOR_KEY'], poll_seconds: 0, ...entry },
  });
  const relight = {
    model: 'fal-ai/flux/dev/image-to-image',
    input: { image_url: '{{image}}', prompt: '{{prompt}}' },
  };
  const all = () =>
    vendorsFile([
      stated('fal', 'fal', { adapter: 'fal', kinds: { 'image-relight': relight }, cost: 4 }),
      stated('vidu', 'vidu', { adapter: 'vidu', base_url: `${vendors.vidu.url}/ent/v2` }),
      stated('sonilo', 'sonilo', { adapter: 'sonilo' }),
      stated('sonilo-async', 'sonilo', { adapter: 'sonilo-async' }),
    ]);
  const run = async (...parameters: string[]) => {
    const program = Program.start('vendors', { VENDOR_KEY: KEY }, [...parameters, '--vendors', all()]);
    return { code: await program.end(), said: program.output, errors: program.errors };
  };
  const recorded = async (): Promise<Record<string, any>> => {
    const names = await readdir(folder);
    const texts = await Promise.all(names.map(async (name) => readFile(path.join(folder, name), 'utf8')));
    return Object.fromEntries(names.map((name, at) => [name, JSON.parse(texts[at] as string)]));
  };
  const record = async (name: string) => {
    const { code, errors } = await run('record', name, '--into', folder, '--yes');
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const fixtures = await recorded();
    const text = JSON.stringify(fixtures);
    expect(text).not.toContain(KEY);
    expect(text).not.toContain('signature=');
    expect(text).not.toMatch(/[\w+/]{100}/);
    return fixtures;
  };

  it('say what it costs, and order nothing without --yes', async () => {
    const { code, said } = await run('record', 'fal', '--into', folder);
    expect({ code, said }).toMatchObject({ code: 2, said: expect.stringContaining('image-relight costs 4') });
    expect(vendors.fal.calls).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('write down an order of each kind until its end, without secrets', async () => {
    const fixtures = await record('fal');
    expect(vendors.fal.orders).toHaveLength(1);
    expect(vendors.fal.problems).toEqual([]);
    expect(fixtures['recorded-image-relight-order.json']).toMatchObject({
      ...{ source: vendors.fal.url, kind: 'recording', status: 200 },
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      headers: { 'content-type': 'application/json' },
      request: {
        method: 'POST',
        path: '/fal-ai/flux/dev/image-to-image',
        json: {
          prompt: 'calm and warm',
          image_url: expect.stringMatching(/^data:image\/jpeg;base64,.{1,8}$/),
        },
      },
      body: { request_id: vendors.fal.orders[0].id },
    });
    expect(fixtures['recorded-image-relight-succeeded-2.json'].body.images[0].url).toMatch(/^http[^?]+$/);
  });

  it('write down tasks, streams and accounts', async () => {
    const videos = await record('vidu');
    expect(Object.keys(videos)).toEqual(
      expect.arrayContaining([
        'recorded-account.json',
        'recorded-video-start-end-succeeded.json',
        'recorded-video-reference-order.json',
      ]),
    );
    expect(videos['recorded-video-start-end-order.json'].request.json).toMatchObject({ duration: 1 });
    const { 'recorded-music-from-video-order.json': stream } = await record('sonilo');
    expect(stream.request.form.video).toMatch(/^a file of \d+ bytes, video\/mp4$/);
    expect(stream.body.map(({ type }: { type: string }) => type)).toContain('cost');
    expect([...vendors.vidu.problems, ...vendors.sonilo.problems]).toEqual([]);
  });

  it('write down what a vendor refuses', async () => {
    vendors.fal.next = [{ on: 'order', act: 'refuse', refusal: 'balance' }];
    const { code, errors } = await run('record', 'fal', '--into', folder, '--yes');
    expect(code).toBe(1);
    expect(errors).toContain('image-relight: status 403');
    expect((await recorded())['recorded-image-relight-refused.json']).toMatchObject({ status: 403 });
  });

  it('ask for nothing whether the answers have the same shape', async () => {
    expect(await run('probe')).toMatchObject({ code: 0, errors: '' });
    for (const vendor of Object.values(vendors)) expect(vendor.orders).toEqual([]);
    vendors.vidu.next = [{ on: 'credits', act: 'refuse', status: 200, json: { remains: [], balance: 3 } }];
    const { code, said } = await run('probe');
    expect(code).toBe(1);
    expect(said).toContain('vidu: the shape has changed: no longer remains[].type');
    expect(said).toContain('now balance');
    vendors.vidu.next = [{ on: 'credits', act: 'refuse', status: 200, json: {} }];
    expect(await run('probe')).toMatchObject({
      code: 1,
      said: expect.stringContaining('vidu: the shape has changed: In an answer'),
    });
  });
});
