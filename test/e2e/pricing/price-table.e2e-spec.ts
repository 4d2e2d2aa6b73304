import { randomBytes } from 'node:crypto';
import { filesBelow } from '../../support/files-below.js';
import { TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { form, TEXT_PATH } from '../music-proxy/music-calls.js';
import { TINY_PNG } from '../rights/tiny-png.js';
import { PriceTableFile } from './price-table-file.js';

const METRICS_TOKEN = 'metrics-token-of-24-chars';
const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';

describe('the price table of an installation', () => {
  let file: PriceTableFile;
  let app: TestApp;
  const log: string[] = [];
  beforeAll(async () => {
    file = await PriceTableFile.create((table) => {
      table.image['image-relight'] = 1;
      table.image['skin-enhancer-creative'] = null;
      table.video.generation.vq1['1080p'] = null;
      table.music.perTextSecond = null;
    });
    app = await TestApp.start(
      {
        RUN_JOBS: 'false',
        LOG_LEVEL: 'info',
        LOG_FORMAT: 'json',
        PRICE_TABLE: file.path,
        METRICS_TOKEN,
      },
      { logTo: { write: (line: string) => log.push(line) } },
    );
  });
  afterAll(async () => {
    await app.stop();
    await file.remove();
  });

  const quote = (body: object) => app.api.post('/quotes', body);
  const relight = async () => (await quote({ kind: 'image-relight', body: { image: TINY_PNG } })).body;
  const metrics = async () => (await app.api.as(METRICS_TOKEN).get('/metrics')).bytes.toString();

  it('is what quotes and tasks go by', async () => {
    expect(await relight()).toMatchObject({ credits: 1, price_table_version: 'first' });
    expect(await metrics()).toContain('price_table_info{version="first"} 1');
  });

  it('sells nothing that has no price, and stores nothing of such a request', async () => {
    const ada = app.api.as(await app.caller());
    const picture = Buffer.concat([Buffer.from(TINY_PNG, 'base64'), randomBytes(300_000)]).toString('base64');
    const refused = [
      await quote({ kind: 'skin-enhancer-creative', body: { image: TINY_PNG } }),
      await ada.post('/proxy/imgprov/v1/ai/skin-enhancer/creative', { image: picture }),
      await ada.post('/proxy/vidprov/start-end2video', { model: 'vq1', images: [picture] }),
      await ada.post(TEXT_PATH, undefined, { raw: form({ prompt: 'a waltz' }) }),
    ];
    for (const { status, body } of refused)
      expect([status, body]).toEqual([
        422,
        {
          error: 'no_price',
          message: expect.stringMatching(/^There is no price for .*not for sale here\.$/),
        },
      ]);
    expect((await ada.get('/tasks')).body.tasks).toEqual([]);
    expect(await filesBelow(app.dataDir)).toEqual([]);
  });

  it('is refused whole where it is wrong, and the old one stays', async () => {
    const isRefused = async () => (await metrics()).includes('price_table_refused 1');
    const wrong: [() => Promise<void>, string][] = [
      [() => file.writeText('{'), 'cannot be read as JSON'],
      [() => file.write('second', (table) => (table.image['image-relight'] = -2)), 'image-relight must be'],
      [() => file.write('second', (table) => delete table.video.generation.vq1), 'vq1 at 1080p'],
      [
        () => file.write('second', (table) => (table.image['image-relight'] = 1.5)),
        'table.image.image-relight must be a whole number',
      ],
      [
        () => file.write('first', (table) => (table.image['image-relight'] = 3)),
        'version first is already in use with other prices',
      ],
      [() => file.remove(), 'cannot be read'],
    ];
    for (const [write, reason] of wrong) {
      log.length = 0;
      await write();
      await until(() => log.some((line) => line.includes('The price table is refused')));
      expect(log.filter((line) => line.includes('The price table is refused')).join()).toContain(reason);
      expect(await isRefused()).toBe(true);
      expect(await relight()).toMatchObject({ credits: 1, price_table_version: 'first' });
    }
  });
});

describe('a changed price table', () => {
  it('holds without a restart, and quotes keep their price', async () => {
    const file = await PriceTableFile.create((table) => (table.image['image-relight'] = 1));
    const app = await TestApp.start({ RUN_JOBS: 'false', PRICE_TABLE: file.path });
    const ada = app.api.as(await app.caller());
    const ask = () => ada.post('/quotes', { endpoint: RELIGHT, body: { image: TINY_PNG } });
    const { body: before } = await ask();

    await file.write('second', (table) => (table.image['image-relight'] = 5));
    await until(async () => (await ask()).body.price_table_version === 'second');
    expect((await ask()).body.credits).toBe(5);
    const start = async (headers: Record<string, string>) =>
      (await ada.post(RELIGHT, { image: TINY_PNG }, { headers })).headers.get('x-credits-used');
    expect([await start({}), await start({ 'Quote-Id': before.id })]).toEqual(['5', '1']);
    const { tasks } = (await ada.get('/tasks')).body;
    expect(tasks.map(({ credits }: { credits: number }) => credits)).toEqual([1, 5]);

    // What is no longer for sale is still sold at the promised price.
    await file.write('third', (table) => (table.image['image-relight'] = null));
    await until(async () => (await ask()).status === 422);
    expect(await start({ 'Quote-Id': before.id })).toBe('1');
    await app.stop();
    await file.remove();
  });
});

describe('a version of the price table', () => {
  it('stands for the same prices after other versions, after a restart, and in every process', async () => {
    const log: string[] = [];
    const files = [await PriceTableFile.create(), await PriceTableFile.create()];
    const [file, other] = files as [PriceTableFile, PriceTableFile];
    const relightFor = (credits: number) => (table: any) => (table.image['image-relight'] = credits);
    await file.write('v2', relightFor(500));
    const settings = (table: PriceTableFile) => ({ RUN_JOBS: 'false', PRICE_TABLE: table.path });
    const logging = { LOG_LEVEL: 'info', LOG_FORMAT: 'json' };
    const app = await TestApp.start(
      { ...settings(file), ...logging },
      { logTo: { write: (line: string) => log.push(line) } },
    );
    const priceOf = async (running: TestApp) => {
      const { body } = await running.api.post('/quotes', { endpoint: RELIGHT, body: { image: TINY_PNG } });
      return [body.price_table_version, body.credits];
    };
    const refused = /version v2 is already in use with other prices/;
    try {
      await file.write('v5', relightFor(5));
      await until(async () => (await priceOf(app))[0] === 'v5');
      await file.write('v2', relightFor(7));
      await until(() => log.some((line) => refused.test(line)));
      expect(await priceOf(app)).toEqual(['v5', 5]);

      await other.write('v2', relightFor(7));
      await expect(TestApp.join(app, settings(other))).rejects.toThrow(refused);
      await other.write('v2', relightFor(500));
      const second = await TestApp.join(app, settings(other));
      expect(await priceOf(second)).toEqual(['v2', 500]);
      await second.stop();

      await file.write('v2', relightFor(500));
      await until(async () => (await priceOf(app))[0] === 'v2');
      expect(await priceOf(app)).toEqual(['v2', 500]);
    } finally {
      await app.stop();
      for (const one of files) await one.remove();
    }
  });
});
