import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Environment } from '#libs/platform/config';
import { type AreaOfVendors, readVendors, upstreamsOf } from './read-vendors.js';

const AREA = { area: 'video', prefix: 'VIDPROV', kinds: ['video-extend'], models: ['vq1', 'v2.0'] } as const;
const GOOD = {
  name: 'north',
  area: 'video',
  base_url: 'https://north.example/api/',
  keys: ['env:NORTH_KEY'],
};

function read(
  content: unknown,
  values: Record<string, string> = { NORTH_KEY: 'key-1' },
  area: AreaOfVendors = AREA,
  others: Record<string, string> = {},
) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vendors-'));
  for (const [name, text] of Object.entries(others)) writeFileSync(path.join(folder, name), text);
  const file = path.join(folder, 'vendors.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  const env = new Environment({ VENDORS_FILE: file, ...values });
  return { vendors: upstreamsOf(readVendors(env, area)), problems: env.problems };
}

describe('readVendors', () => {
  it('reads a vendor, with defaults for what is not stated', () => {
    const { vendors, problems } = read({ vendors: [GOOD, { ...GOOD, name: 'music', area: 'music' }] });
    expect(problems).toEqual([]);
    expect(vendors).toMatchObject([
      {
        ...{ vendor: 'north', provider: 'north', baseUrl: 'https://north.example/api', authScheme: 'Bearer' },
        ...{ maxConcurrent: 8, timeoutMs: 30_000, deadlineSeconds: 3_600, isIdempotent: false },
        offer: { isRanked: true, priority: 0, weight: undefined, kinds: undefined },
      },
    ]);
    expect(vendors[0]?.apiKeys.map((key) => key.reveal())).toEqual(['key-1']);
  });

  it('keeps the vendor of the settings beside those of the file', () => {
    const settings = {
      VIDPROV_BASE_URL: 'https://old.example',
      VIDPROV_API_KEY: 'key-0',
      NORTH_KEY: 'key-1',
    };
    const { vendors } = read({ vendors: [GOOD] }, settings);
    expect(vendors.map(({ vendor, provider }) => [vendor, provider])).toEqual([
      ['vidprov', 'upstream'],
      ['north', 'north'],
    ]);
  });

  it('names every place that is wrong, and no value', () => {
    const { vendors, problems } = read({
      vendors: [
        { ...GOOD, base_url: 'ftp://secret', keys: [], weight: 2.5, paths: { lookup: 'secret' } },
        { ...GOOD, name: 'local', area: 'speech', idempotent: 'secret', colour: 'secret' },
      ],
    });
    expect(vendors).toEqual([]);
    for (const place of [
      'vendors.0.base_url must be an absolute http or https URL',
      'vendors.0.keys must be a list of 1 to 20 keys',
      'vendors.0.weight must be a whole number from 0 to 1000',
      'vendors.0.paths.lookup must be a path that begins with /',
      'vendors.1.name must not be a name that the service uses itself',
      'vendors.1.area must be one of image, video, music',
      'vendors.1.idempotent must be true or false',
      'vendors.1.colour is not a field of the file',
    ])
      expect(problems).toContainEqual(expect.stringContaining(`VENDORS_FILE: ${place}`));
    expect(problems.join()).not.toContain('secret');
  });

  it('names kinds and models that the area does not have, secrets that are not set, and names that come twice', () => {
    const wrong = { ...GOOD, kinds: ['image-relight'], models: ['v9'], cost: { song: 1 } };
    const { problems } = read({ vendors: [wrong] }, {});
    expect(problems).toEqual([
      'VENDORS_FILE: vendors.0.kinds.0 must be one of video-extend',
      'VENDORS_FILE: vendors.0.models.0 must be one of vq1, v2.0',
      'VENDORS_FILE: vendors.0.cost.song must be one of video-extend',
      'VENDORS_FILE: vendors.0.keys.0 names a variable that is not set',
    ]);
    expect(read({ vendors: [GOOD, GOOD] }).problems).toEqual([
      'VENDORS_FILE: vendors must have names that differ',
    ]);
    expect(read('{').problems).toEqual(['VENDORS_FILE must name a file that can be read as JSON']);
  });

  it('takes secrets from files beside it, without the line end', () => {
    const kept = { ...GOOD, keys: ['file:north', 'file:./south'], callback_secret: 'file:north' };
    const { vendors, problems } = read(
      { vendors: [{ ...kept, callback_signature_header: 'X-Signature' }] },
      {},
      AREA,
      { north: 'key-1\n', south: ' key-2 \r\n' },
    );
    expect(problems).toEqual([]);
    expect(vendors[0]?.apiKeys.map((key) => key.reveal())).toEqual(['key-1', 'key-2']);
    expect(vendors[0]?.callbacks.secret?.reveal()).toBe('key-1');
  });

  it('names the place of a secret whose file is missing or holds something else, and nothing of it', () => {
    const keys = ['file:absent', 'file:empty', 'file:lines', 'file:.'];
    const files = { empty: ' \n', lines: 'secret\nsecret' };
    const { problems } = read(
      { vendors: [{ ...GOOD, keys, callback_secret: 'file:empty' }] },
      {},
      AREA,
      files,
    );
    const refused = (place: string, problem: string) =>
      `VENDORS_FILE: vendors.0.${place} names a file that ${problem}`;
    expect(problems).toEqual([
      refused('keys.0', 'cannot be read'),
      refused('keys.1', 'does not hold one line of text'),
      refused('keys.2', 'does not hold one line of text'),
      refused('keys.3', 'cannot be read'),
      refused('callback_secret', 'does not hold one line of text'),
    ]);
  });

  it('takes an adapter, with its own address, header and models', () => {
    const vidu = { name: 'vidu', adapter: 'vidu', keys: ['env:NORTH_KEY'], models: { vq1: 'viduq1' } };
    const { vendors, problems } = read({ vendors: [vidu] });
    expect(problems).toEqual([]);
    expect(vendors).toMatchObject([
      {
        adapter: 'vidu',
        baseUrl: 'https://api.vidu.com/ent/v2',
        authHeader: 'Authorization',
        authScheme: 'Token',
      },
    ]);
    expect(vendors[0]?.models?.get('vq1')).toBe('viduq1');
  });

  it('takes no address of a known vendor for another Atelier', () => {
    const { vendors, problems } = read({ vendors: [{ ...GOOD, base_url: 'https://api.vidu.com/ent/v2' }] });
    expect(vendors).toEqual([]);
    expect(problems).toEqual(['VENDORS_FILE: vendors.0.adapter must be stated: this is the address of vidu']);
  });

  it('names what is missing to order a kind from a vendor of many models', () => {
    const fal = { name: 'fal', adapter: 'fal', keys: ['env:NORTH_KEY'] };
    expect(read({ vendors: [fal] }).problems.join()).toContain('vendors.0.kinds must be an object');
    const kinds = { 'video-extend': { model: 'fal-ai/x' } };
    expect(read({ vendors: [{ ...fal, kinds }] }).problems).toEqual([
      'VENDORS_FILE: vendors.0.kinds.video-extend.input must be stated for fal',
    ]);
  });

  it('names what is wrong with the models that callers name', () => {
    const problemsOf = (kinds: object) => {
      const fal = { name: 'fal', adapter: 'fal', keys: ['env:NORTH_KEY'], kinds };
      return read({ vendors: [fal] }).problems.map((problem) =>
        problem.replace('VENDORS_FILE: vendors.0.', ''),
      );
    };
    const ofModel = (model: object) => problemsOf({ 'text-to-image': { models: { flux: model } } });
    expect(ofModel({ input: { prompt: '{{prompt}}', guidance: '{{guidance}}' } })).toEqual([
      'kinds.text-to-image.models.flux.fields.guidance must be stated, with its type, for the place {{guidance}}',
    ]);
    expect(ofModel({ input: { text: '{{negative_prompt}}' }, fields: { width: { maximum: 512 } } })).toEqual([
      'kinds.text-to-image.models.flux must name the place {{prompt}}, which text-to-image needs',
      'kinds.text-to-image.models.flux.fields.width must not be there without a place {{width}}',
    ]);
    expect(ofModel({ input: { prompt: '{{prompt}}' }, fields: { prompt: { maxLength: -1 } } })).toEqual([
      expect.stringContaining(
        'kinds.text-to-image.models.flux.fields must be valid: fields/properties/prompt/maxLength',
      ),
    ]);
    expect(ofModel({})).toContain('kinds.text-to-image.models.flux.input must be stated for fal');
    expect(problemsOf({ upscale: { model: 'x', input: {} } })).toEqual([
      'kinds.upscale must be an object with models: callers name one for upscale',
    ]);
    expect(problemsOf({ 'video-extend': { models: { x: { input: {} } } } })).toContain(
      'kinds.video-extend.models must not be there: callers name no model of a vendor for video-extend',
    );
  });

  it('reads costs by kind, model and resolution, and what currencies are worth', () => {
    const cost = { 'video-extend': { vq1: { '1080p': { per_task: 2, per_second: 0.5 } } } };
    const money = { cost, currency: 'USD', credit: 0.005 };
    const { vendors, problems } = read({
      vendors: [
        { ...GOOD, ...money },
        { ...GOOD, name: 'south', cost: { per_second: 0.1 } },
      ],
      currencies: { USD: 1, EUR: 1.08 },
    });
    expect(problems).toEqual([]);
    expect(vendors.map(({ offer }) => offer)).toMatchObject([
      { ...money, worth: 1 },
      { cost: { per_second: 0.1 }, currency: undefined, credit: 1, worth: undefined },
    ]);
  });

  it('keeps the books of a vendor in the currency that it bills in', () => {
    const entry = { name: 'open', adapter: 'openrouter-videos', keys: ['env:NORTH_KEY'] };
    const kinds = { 'video-start-end': { model: 'a/b', input: {} } };
    const area = { ...AREA, kinds: ['video-start-end'] };
    expect(read({ vendors: [{ ...entry, kinds }] }, undefined, area).vendors[0]?.offer).toMatchObject({
      ...{ currency: 'USD', credit: 1, worth: undefined },
    });
  });

  it('names every place in costs that is wrong', () => {
    const cost = {
      'video-extend': {
        vq1: { per_secnd: 1 },
        'v2.0': { per_second: -1, per_task: 1e-7 },
        '720p': { per_second: 1, '1080p': 2 },
        '540p': ['secret'],
      },
    };
    const { problems } = read({
      vendors: [{ ...GOOD, cost, currency: 'dollars', credit: 0 }],
      currencies: { USD: -1, EURO: 1 },
    });
    const amount = 'must be a number from 0 to 1000000 with at most 6 decimals';
    const currency = 'must be a currency code of ISO 4217, such as USD';
    const rates = 'is not one of per_task, per_second, per_megapixel';
    expect(problems).toEqual(
      [
        `vendors.0.cost.video-extend.vq1.per_secnd ${rates}`,
        `vendors.0.cost.video-extend.v2.0.per_task ${amount}`,
        `vendors.0.cost.video-extend.v2.0.per_second ${amount}`,
        `vendors.0.cost.video-extend.720p.1080p ${rates}`,
        `vendors.0.cost.video-extend.540p ${amount}`,
        `vendors.0.currency ${currency}`,
        'vendors.0.credit must be a number above 0, to 1000000',
        'currencies.USD must be a number above 0, to 1000000',
        `currencies.EURO ${currency}`,
      ].map((problem) => `VENDORS_FILE: ${problem}`),
    );
  });

  it('refuses what would mix amounts of different units', () => {
    const problemsOf = (entry: object, more: object = {}) =>
      read({ vendors: [{ ...GOOD, ...entry }], ...more }).problems;
    expect(problemsOf({ currency: 'USD' })).toEqual([
      'VENDORS_FILE: vendors.0.credit must say what one of the credits that it bills is worth in USD',
    ]);
    expect(problemsOf({ credit: 0.01 })).toEqual([
      'VENDORS_FILE: vendors.0.currency must be stated where credit is',
    ]);
    expect(problemsOf({ currency: 'USD', credit: 0.01 }, { currencies: { EUR: 1 } })).toEqual([
      'VENDORS_FILE: vendors.0.currency must be one of currencies, which has no USD',
    ]);
  });

  it('refuses an adapter in the settings that needs the file, or does nothing of the area', () => {
    const settings = { VIDPROV_API_KEY: 'key-0', NORTH_KEY: 'key-1' };
    const problemsAt = (url: string) =>
      read({ vendors: [] }, { ...settings, VIDPROV_BASE_URL: url }).problems;
    expect(problemsAt('https://queue.fal.run')).toEqual([
      'VIDPROV_ADAPTER must not be fal, which needs an entry in VENDORS_FILE',
    ]);
    expect(problemsAt('https://api.freepik.com')).toEqual([
      'VIDPROV_ADAPTER must not be freepik, which does none of video-extend',
    ]);
    expect(problemsAt('https://api.vidu.com/ent/v2')).toEqual([]);
  });
});
