import { readFileSync } from 'node:fs';
import path from 'node:path';
import { vendorsFile } from '../../support/vendors-file.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';

const VENDOR = { name: 'spare', area: 'image', base_url: 'https://spare.example', keys: ['a-key-of-spare'] };
const SECRETS = {
  METRICS_TOKEN: 'metrics-secret-of-24-characters',
  SMTP_URL: 'smtp://mailer:mail-secret@mail.example:587',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=otel-secret',
  OIDC_CLIENT_SECRET: 'oidc-secret',
  VIDPROV_CALLBACK_SECRET: 'whsec_Y2FsbGJhY2stc2VjcmV0LW9mLXZpZHByb3Y=',
};

describe('/admin/settings', () => {
  let app: TestApp;
  let admin: ApiClient;

  beforeAll(async () => {
    const prices = path.resolve('config/prices.json');
    app = await TestApp.start({
      ...SECRETS,
      ...{ MAIL_FROM: 'atelier@example.com', RATE_LIMIT_ANONYMOUS: '77' },
      ...{ VENDORS_FILE: vendorsFile([VENDOR]), PRICE_TABLE: prices, PREFERRED_PROVIDERS: 'local' },
      ...{ CORS_ORIGINS: 'https://caller:in-the-url@shop.example' },
    });
    admin = app.api.as(await app.caller({ isAdmin: true }));
  });
  afterAll(() => app.stop());

  const setting = async (name: string): Promise<any> =>
    (await admin.get('/admin/settings')).body.settings.find((one: any) => one.name === name);

  it('tells the value in force, the default, and where it is from', async () => {
    expect(await setting('RATE_LIMIT_ANONYMOUS')).toMatchObject({
      ...{ value: '77', default: '300', origin: 'environment', is_secret: false },
    });
    expect(await setting('SESSION_IDLE_DAYS')).toMatchObject({
      ...{ value: null, default: '7', origin: 'default', rule: 'whole number from 1 to 365' },
    });
  });

  it('shows every setting of the example file, and no secret', async () => {
    const { body } = await admin.get('/admin/settings');
    const example = readFileSync('.env.example', 'utf8').matchAll(/^#? ?(?<name>[A-Z][A-Z0-9_]+)=/gm);
    const names = body.settings.map(({ name }: any) => name);
    expect(names).toEqual(expect.arrayContaining([...example].map(({ groups }) => groups?.name)));
    expect(JSON.stringify(body)).not.toMatch(/secret-of|-secret|in-the-url|Y2Fsb|a-key-of/);
    for (const name of Object.keys(SECRETS))
      expect(await setting(name)).toMatchObject({ is_secret: true, value: null, origin: 'environment' });
  });

  const tryFile = (file: string, content: unknown): Promise<any> =>
    admin.post('/admin/settings/try', {
      ...{ file, content: typeof content === 'string' ? content : JSON.stringify(content) },
    });

  it('tells what a price table would change, and uses none of it', async () => {
    const table = JSON.parse(readFileSync('config/prices.json', 'utf8'));
    const before = table.image['image-relight'];
    table.version = 'tried';
    table.image['image-relight'] = before + 5;
    const { body } = await tryFile('prices', table);
    expect(body.problems).toEqual([]);
    expect(body.changes).toContainEqual({
      ...{ name: 'image.image-relight', before: String(before), after: String(before + 5) },
    });
    expect(body.changes).toHaveLength(2);
    const quote = { kind: 'image-relight', body: { image: `${app.api.baseUrl}/samples/room.jpg` } };
    expect((await admin.post('/quotes', quote)).body.credits).toBe(before);
  });

  it('tells why the service would refuse a price table', async () => {
    const table = JSON.parse(readFileSync('config/prices.json', 'utf8'));
    table.image['image-relight'] += 5;
    expect((await tryFile('prices', table)).body.problems[0]).toContain('already in use with other prices');
    table.version = 'tried';
    table.image['image-relight'] = -1;
    expect((await tryFile('prices', table)).body.problems[0]).toContain('image-relight');
    expect((await tryFile('prices', '{')).body.problems[0]).toContain('no JSON');
  });

  it('tells what a vendors file would change, without its keys', async () => {
    const added = { ...VENDOR, name: 'second', keys: ['a-key-of-second'] };
    const { body } = await tryFile('vendors', { vendors: [VENDOR, added] });
    expect(body).toEqual({
      problems: [],
      changes: [
        { name: 'second', before: null, after: expect.stringContaining('https://spare.example, 1 key') },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('a-key-of');
    const none = await tryFile('vendors', { vendors: [] });
    expect(none.body.changes).toEqual([
      { name: 'spare', before: expect.stringContaining('https://spare.example'), after: null },
    ]);
    expect((await tryFile('vendors', { vendors: [{ name: 'X' }] })).body.problems.join()).toMatch(
      /vendors\.0\.name/,
    );
    const { vendors } = (await admin.get('/admin/vendors')).body;
    expect(vendors.map(({ name }: any) => name)).not.toContain('second');
  });
});
