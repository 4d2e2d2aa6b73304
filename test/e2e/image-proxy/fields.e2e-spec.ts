import sharp from 'sharp';
import { DataSource } from 'typeorm';
import { pngOfSize } from '../../support/png-of-size.js';
import { type ApiClient, type Caller, type Reply, TestApp } from '../../support/test-app.js';

const BASE = '/proxy/imgprov/v1/ai';
const RELIGHT = `${BASE}/image-relight`;
const STYLE = `${BASE}/image-style-transfer`;
const SKIN = ['faithful', 'creative', 'flexible'].map((mode) => `${BASE}/skin-enhancer/${mode}`);
const [FAITHFUL = '', CREATIVE = '', FLEXIBLE = ''] = SKIN;
const ALL = [RELIGHT, STYLE, ...SKIN];

const LIGHT_STYLES = 'standard darker_but_realistic clean smooth brighter contrasted_n_hdr just_composition';
const LIGHT_ENGINES = 'automatic balanced cool real illusio fairy colorful_anime hard_transform softy';
const LIGHT_B =
  'automatic composition straight smooth_in smooth_out smooth_both reverse_both soft_in soft_out soft_mid strong_mid style_shift strong_shift';
const STYLE_ENGINES = 'balanced definio illusio 3d_cartoon colorful_anime caricature real super_real softy';
const FLAVORS = 'faithful gen_z psychedelia detaily clear donotstyle donotstyle_sharp';
const OPTIMIZATIONS = 'enhance_skin improve_lighting enhance_everything transform_to_real no_make_up';

/** Endpoint, field, default, and every value of an enumeration. */
const ENUMS: [string, string, string | undefined, string][] = [
  [RELIGHT, 'style', 'standard', LIGHT_STYLES],
  [RELIGHT, 'advanced_settings.engine', 'automatic', LIGHT_ENGINES],
  [
    RELIGHT,
    'advanced_settings.transfer_light_a',
    'automatic',
    'automatic low medium normal high high_on_faces',
  ],
  [RELIGHT, 'advanced_settings.transfer_light_b', 'automatic', LIGHT_B],
  [STYLE, 'engine', 'balanced', STYLE_ENGINES],
  [STYLE, 'flavor', 'faithful', FLAVORS],
  [STYLE, 'portrait_style', 'standard', 'standard pop super_pop'],
  [STYLE, 'portrait_beautifier', undefined, 'beautify_face beautify_face_max'],
  [FLEXIBLE, 'optimized_for', 'enhance_skin', OPTIMIZATIONS],
];
/** Endpoint, field, default, and whether fractions are refused. All go from 0 to 100. */
const PERCENTS: [string, string, number, boolean][] = [
  [RELIGHT, 'light_transfer_strength', 100, false],
  ...['whites', 'blacks', 'brightness', 'contrast', 'saturation'].map(
    (name): [string, string, number, boolean] => [RELIGHT, `advanced_settings.${name}`, 50, false],
  ),
  [STYLE, 'style_strength', 100, true],
  [STYLE, 'structure_strength', 50, true],
  [FAITHFUL, 'skin_detail', 80, true],
  ...SKIN.flatMap((path): [string, string, number, boolean][] => [
    [path, 'sharpen', 0, true],
    [path, 'smart_grain', 2, true],
  ]),
];
const FLAGS: [string, string, boolean][] = [
  [RELIGHT, 'change_background', true],
  [RELIGHT, 'interpolate_from_original', false],
  [RELIGHT, 'preserve_details', true],
  [RELIGHT, 'advanced_settings.fixed_generation', false],
  [STYLE, 'fixed_generation', false],
  [STYLE, 'is_portrait', false],
];

describe('fields of the image endpoints', () => {
  let app: TestApp;
  let caller: Caller;
  let ada: ApiClient;
  let image: string;

  beforeAll(async () => {
    // Nothing runs: these tests look at what is taken and kept.
    app = await TestApp.start({ RUN_JOBS: 'false', ALLOW_PRIVATE_NETWORKS: 'false' });
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#a07050' } });
    image = (await picture.png().toBuffer()).toString('base64');
  });
  beforeEach(async () => {
    caller = await app.caller();
    ada = app.api.as(caller);
  });
  afterAll(() => app.stop());

  /** A request that is whole but for `field` (dots lead into objects). */
  function body(path: string, field?: string, value?: unknown): Record<string, any> {
    const whole: Record<string, any> = { image, ...(path === STYLE ? { reference_image: image } : {}) };
    const [outer = '', inner] = field?.split('.') ?? [];
    if (field !== undefined) whole[outer] = inner === undefined ? value : { [inner]: value };
    return whole;
  }

  async function kept(path: string, request: object): Promise<Record<string, any>> {
    const reply = await ada.post(path, request);
    expect([reply.status, reply.body.message]).toEqual([200, undefined]);
    const { task_id } = reply.body.data ?? reply.body;
    return (await ada.get(`/tasks/${task_id}`)).body.request;
  }

  async function keptField(path: string, field: string, value: unknown): Promise<unknown> {
    const [outer = '', inner] = field.split('.');
    const request = await kept(path, body(path, field, value));
    return inner === undefined ? request[outer] : request[outer][inner];
  }

  /** The reply names the field, and nothing came of the request. */
  async function expectRefused(reply: Reply, field: string): Promise<void> {
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(Object.keys(reply.body).sort()).toEqual(['error', 'message']);
    expect(reply.body.message).toContain(field);
    expect((await ada.get('/tasks')).body.tasks).toEqual([]);
    expect(await filesOf(caller)).toBe(0);
  }

  async function filesOf({ user }: Caller): Promise<number> {
    const rows = await app
      .get(DataSource)
      .query('select count(*)::int as count from assets where user_id = $1', [user.id]);
    return rows[0].count;
  }

  describe.each(ENUMS)('%s %s', (path, field, fallback, words) => {
    it.each(words.split(' '))('takes %s', async (word) => {
      expect(await keptField(path, field, word)).toBe(word);
    });
    it('has its default, for null too', async () => {
      expect(await keptField(path, field, null)).toBe(fallback);
    });
    it.each(['', 'nonsense', words.split(' ')[0]?.toUpperCase(), 1, true, [words.split(' ')[0]], {}])(
      'refuses %j',
      async (value) => expectRefused(await ada.post(path, body(path, field, value)), field),
    );
  });

  describe.each(PERCENTS)('%s %s', (path, field, fallback, isWhole) => {
    it.each([0, 1, 100])('takes %d', async (value) => {
      expect(await keptField(path, field, value)).toBe(value);
    });
    it('has its default, for null too', async () => {
      expect(await keptField(path, field, null)).toBe(fallback);
    });
    it.each([-1, -0.01, 100.01, 101, 1e300, '50', true, [50], {}])('refuses %j', async (value) => {
      await expectRefused(await ada.post(path, body(path, field, value)), field);
    });
    it(isWhole ? 'refuses fractions' : 'takes fractions', async () => {
      if (isWhole) await expectRefused(await ada.post(path, body(path, field, 50.5)), field);
      else expect(await keptField(path, field, 50.5)).toBe(50.5);
    });
  });

  describe.each(FLAGS)('%s %s', (path, field, fallback) => {
    it.each([true, false])('takes %j', async (value) => {
      expect(await keptField(path, field, value)).toBe(value);
    });
    it('has its default, for null too', async () => {
      expect(await keptField(path, field, null)).toBe(fallback);
    });
    it.each(['true', 'false', 0, 1, '', [], {}])('refuses %j', async (value) => {
      await expectRefused(await ada.post(path, body(path, field, value)), field);
    });
  });

  describe.each([
    ...ALL.map((path) => [path, 'image', true]),
    [STYLE, 'reference_image', true],
    [RELIGHT, 'transfer_light_from_reference_image', false],
    [RELIGHT, 'transfer_light_from_lightmap', false],
  ] as [string, string, boolean][])('%s %s', (path, field, isRequired) => {
    it(isRequired ? 'is required, null is no value' : 'may be left out, or null', async () => {
      if (!isRequired) return void (await kept(path, body(path, field, null)));
      for (const value of [undefined, null])
        await expectRefused(await ada.post(path, body(path, field, value)), `${field} is required`);
    });

    it('takes bare Base64, data URIs and addresses', async () => {
      const lines = image.replaceAll(/.{20}/g, '$&\r\n');
      for (const text of [image, `data:image/png;base64,${image}`, `data:;base64,${image}`, lines])
        expect(await keptField(path, field, text)).toMatch(/^asset:[0-9a-f-]{36}$/);
      const address = 'https://example.com/a.png?x=1';
      expect(await keptField(path, field, address)).toBe(address);
    });

    it('takes blanks anywhere in Base64, as browsers do', async () => {
      const inside = `${image.slice(0, 9)} \t\f${image.slice(9)}`;
      const data = `data:image/png;base64, ${image}`;
      for (const text of [` ${image}`, `${image} `, inside, data, `\n ${data}`])
        expect(await keptField(path, field, text)).toMatch(/^asset:[0-9a-f-]{36}$/);
    });

    it('names the first character that no Base64 has, and its place', async () => {
      const wrong = (text: string) => ada.post(path, body(path, field, text));
      const broken = `${image.slice(0, 10)}_${image.slice(11)}`;
      const words = `${field} must be valid Base64 or a URL (character 11 of the Base64 is "_")`;
      for (const text of [broken, `data:image/png;base64,${broken}`])
        await expectRefused(await wrong(text), words);
    });

    it.each([
      ['nothing', ''],
      ['no Base64', 'not base64!'],
      ['a rest that no Base64 has', 'iVBORw0KGgoAA'],
      ['words', Buffer.from('hello world, I am no picture at all').toString('base64')],
      ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')],
      ['SVG that says PNG', `data:image/png;base64,${Buffer.from('<svg/>').toString('base64')}`],
      ['GIF', 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'],
      ['a number', 7],
      ['a list', ['https://example.com/a.png']],
      ['an object', { url: 'https://example.com/a.png' }],
      ['a file address', 'file:///etc/passwd'],
      ['an ftp address', 'ftp://example.com/a.png'],
      ['a name and password', 'https://me:pw@example.com/a.png'],
      ['localhost', 'https://localhost/a.png'],
      ['loopback', 'https://127.0.0.1/a.png'],
      ['a private address', 'https://10.1.2.3/a.png'],
      ['the metadata address', 'https://169.254.169.254/latest/meta-data'],
      ['a decimal address', 'https://2130706433/a.png'],
      ['an octal address', 'https://0177.0.0.1/a.png'],
      ['a hexadecimal address', 'https://0x7f.1/a.png'],
      ['IPv6 loopback', 'https://[::1]/a.png'],
      ['a mapped address', 'https://[::ffff:127.0.0.1]/a.png'],
      ['an address in CGNAT', 'https://100.64.0.1/a.png'],
    ])('refuses %s', async (_, value) => {
      await expectRefused(await ada.post(path, body(path, field, value)), field);
    });

    it.each(path === RELIGHT ? ['with', 'without'] : ['with'])(
      'refuses one byte more than 20 MB, %s padding',
      async (padding) => {
        const large = Buffer.alloc(20 * 1024 * 1024 + 1);
        Buffer.from(image, 'base64').copy(large);
        const text = large.toString('base64');
        const sent = padding === 'with' ? text : text.replace(/=+$/, '');
        const reply = await ada.post(path, body(path, field, sent));
        await expectRefused(reply, field);
        expect(reply.body.message).toContain('20 MB');
      },
    );

    it(SKIN.includes(path) ? 'refuses plain http' : 'takes plain http', async () => {
      const request = body(path, field, 'http://example.com/a.png');
      if (SKIN.includes(path)) await expectRefused(await ada.post(path, request), field);
      else await kept(path, request);
    });
  });

  describe.each(ALL)('%s', (path) => {
    it.each([
      'no url',
      '/hook',
      'ftp://example.com/',
      'http://127.0.0.1/',
      'http://[::ffff:10.0.0.1]/',
      5,
      {},
      '',
    ])('refuses %j as webhook_url', async (value) =>
      expectRefused(await ada.post(path, body(path, 'webhook_url', value)), 'webhook_url'),
    );

    it('names fields that it does not know, and keeps none of them', async () => {
      const reply = await ada.post(path, { ...body(path), webhook: 'x', Sharpen: 1, data: null });
      expect(reply.status).toBe(200);
      expect(reply.headers.get('x-ignored-fields')?.split(/,\s*/).sort()).toEqual([
        'Sharpen',
        'data',
        'webhook',
      ]);
      const { task_id } = reply.body.data ?? reply.body;
      const { request } = (await ada.get(`/tasks/${task_id}`)).body;
      for (const name of ['webhook', 'Sharpen', 'data', 'webhook_url'])
        expect(request).not.toHaveProperty(name);
    });

    it('names every wrong field at once', async () => {
      const reply = await ada.post(path, { image: 5, webhook_url: 5 });
      await expectRefused(reply, 'image must');
      expect(reply.body.message).toContain('webhook_url must');
    });

    it('names a wrong address of an image together with other wrong fields', async () => {
      const wrong = { image: 'ftp://example.com/a.png', webhook_url: 5 };
      const reply = await ada.post(path, { ...body(path), ...wrong });
      await expectRefused(reply, 'image must be an absolute URL that starts with');
      expect(reply.body.message).toContain('webhook_url must');
    });

    it('names every private address at once', async () => {
      const wrong = { image: 'https://127.0.0.1/a.png', webhook_url: 'http://10.0.0.1/' };
      const reply = await ada.post(path, { ...body(path), ...wrong });
      await expectRefused(reply, 'image must be a URL whose host is on the public internet');
      expect(reply.body.message).toContain('ALLOW_PRIVATE_NETWORKS=true');
      expect(reply.body.message).toContain('webhook_url must');
    });

    it('answers a created task in its envelope', async () => {
      const reply = await ada.post(path, body(path));
      const task = { generated: [], status: 'CREATED', task_id: expect.stringMatching(/^[0-9a-f-]{36}$/) };
      expect(reply.body).toEqual(path === STYLE ? task : { data: task });
      expect(Number(reply.headers.get('x-credits-used'))).toBeGreaterThan(0);
      expect(Number(reply.headers.get('x-estimated-duration-seconds'))).toBeGreaterThan(0);
    });

    it('expects a larger picture to take longer, up to the most that is taken', async () => {
      const seconds = async (width: number, height: number): Promise<number> => {
        const image = (await pngOfSize(width, height, 1)).toString('base64');
        const reply = await ada.post(path, { ...body(path), image });
        expect(reply.status).toBe(200);
        return Number(reply.headers.get('x-estimated-duration-seconds'));
      };
      const [small, large, beyond] = [
        await seconds(64, 64),
        await seconds(8_000, 5_000),
        await seconds(2 ** 31 - 1, 2 ** 31 - 1),
      ];
      expect(small).toBe(1);
      expect(large).toBeGreaterThan(6);
      expect(large).toBeLessThan(16);
      expect(beyond).toBeLessThan(20);
    });

    it('refuses an animated picture by its field', async () => {
      const size = { width: 4, height: 8, channels: 3, pageHeight: 4 } as const;
      const moving = await sharp(Buffer.alloc(96, 'frames of other colours'), { raw: size })
        .webp()
        .toBuffer();
      const reply = await ada.post(path, { ...body(path), image: moving.toString('base64') });
      await expectRefused(reply, 'image must be a single picture, not an animated one');
    });

    it.each([[[]], ['text'], [5], [null]])('refuses the body %j', async (value) => {
      expect((await ada.post(path, value)).status).toBe(400);
    });

    it('asks for a token with the scope', async () => {
      expect((await app.api.post(path, body(path))).status).toBe(401);
      const reader = app.api.as(await app.caller({ scopes: ['registry:read'] }));
      expect((await reader.post(path, body(path))).body.error).toBe('insufficient_scope');
    });
  });

  describe('the relight prompt', () => {
    it.each(['warm light', '(sun:1)', '(sun:1.4) and (sea:1.25)', '((((', 'a) b (c', 'x'.repeat(4_000), ''])(
      'takes %j',
      async (prompt) => expect(await keptField(RELIGHT, 'prompt', prompt)).toBe(prompt),
    );
    it.each([
      '((sun:1.2) sea:1.4)',
      '((sun) (sea):1.1)',
      '(sun (sea:1.2)',
      'sun:9)',
      '(sun:9',
      '(sun:9 (sea:1)',
    ])('takes %j, nested or unbalanced', async (prompt) =>
      expect(await keptField(RELIGHT, 'prompt', prompt)).toBe(prompt),
    );
    it.each(['(sun:0.9)', '(sun:1.41)', '(sun:2) sea', '(a:1.2) (b:0)', 'a\u0000b', 'x'.repeat(4_001), 5])(
      'refuses %j',
      async (prompt) => expectRefused(await ada.post(RELIGHT, body(RELIGHT, 'prompt', prompt)), 'prompt'),
    );
    it.each([
      ['((a:1.2):1.9)', '1.9'],
      ['((a:1.9):1.2)', '1.9'],
      ['(sun (sea:1.2) air:0.5)', '0.5'],
      ['(((a)) b:1.41)', '1.41'],
      ['((a:7)', '7'],
      ['(a:7))', '7'],
      ['(:7)', '7'],
    ])('refuses %j for its weight %s', async (prompt, weight) => {
      const reply = await ada.post(RELIGHT, body(RELIGHT, 'prompt', prompt));
      await expectRefused(reply, `prompt must keep each weight from 1 to 1.4, not ${weight}.`);
    });
    it('refuses a wrong weight after many brackets', async () => {
      const prompt = '('.repeat(1_900) + 'a:1.1' + '):1.3'.repeat(300) + ':7)';
      await expectRefused(await ada.post(RELIGHT, body(RELIGHT, 'prompt', prompt)), 'not 7.');
    });
  });

  describe.each(SKIN)('%s', (path) => {
    it('names plain http together with other wrong fields', async () => {
      const wrong = { image: 'http://example.com/a.png', sharpen: 500, webhook_url: 5 };
      const reply = await ada.post(path, wrong);
      await expectRefused(reply, 'image must be an absolute URL that starts with https://');
      for (const field of ['sharpen', 'webhook_url']) expect(reply.body.message).toContain(`${field} must`);
    });

    it('takes a link of ours, whatever its scheme', async () => {
      const upload = (await ada.post('/uploads', { file_name: 'a.png' })).body;
      await ada.put(upload.upload_url, undefined, { raw: Buffer.from(image, 'base64') });
      expect(upload.download_url).toMatch(/^http:/);
      expect(await keptField(path, 'image', upload.download_url)).toMatch(/^asset:/);
    });
  });

  it('refuses two sources of light', async () => {
    const both = { transfer_light_from_lightmap: image, transfer_light_from_reference_image: image };
    await expectRefused(await ada.post(RELIGHT, { image, ...both }), 'transfer_light_from_lightmap');
    const one = { ...both, transfer_light_from_lightmap: null };
    await kept(RELIGHT, { image, ...one });
  });

  it.each(['text', 5, [], true])('refuses %j as advanced_settings', async (value) => {
    await expectRefused(await ada.post(RELIGHT, { image, advanced_settings: value }), 'advanced_settings');
  });

  describe('look-ups', () => {
    const CASES: [string, string, string][] = [
      [RELIGHT, RELIGHT, STYLE],
      [STYLE, STYLE, RELIGHT],
      [FAITHFUL, `${BASE}/skin-enhancer`, STYLE],
      [CREATIVE, `${BASE}/skin-enhancer`, RELIGHT],
      [FLEXIBLE, `${BASE}/skin-enhancer`, RELIGHT],
    ];
    it.each(CASES)('a task of %s is at %s, for its owner and admins', async (path, own, foreign) => {
      const created = (await ada.post(path, body(path))).body;
      const { task_id } = created.data ?? created;
      const task = { data: { generated: [], status: 'CREATED', task_id } };
      expect((await ada.get(`${own}/${task_id}`)).body).toEqual(task);
      const admin = app.api.as(await app.caller({ isAdmin: true }));
      expect((await admin.get(`${own}/${task_id}`)).body).toEqual(task);
      const bob = app.api.as(await app.caller());
      for (const [api, at] of [
        [bob, own],
        [ada, foreign],
      ] as const)
        expect(await api.get(`${at}/${task_id}`)).toMatchObject({
          status: 404,
          body: { error: 'task_not_found' },
        });
      expect((await app.api.get(`${own}/${task_id}`)).status).toBe(401);
    });
    it.each([RELIGHT, STYLE, `${BASE}/skin-enhancer`])('%s refuses what is no UUID', async (path) => {
      expect(await ada.get(`${path}/17`)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
      expect((await ada.get(`${path}/0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11`)).status).toBe(404);
    });
  });
});
