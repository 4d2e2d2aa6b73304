import { PublicAddress } from '#libs/platform/http';
import { type Caller, type Reply, TestApp } from '../../support/test-app.js';
import { form, VIDEO_PATH } from '../music-proxy/music-calls.js';

const IMAGE = '/proxy/imgprov/v1/ai';
const VIDEO = '/proxy/vidprov';

/** What a URL parser takes for `http(s)://pub.example.test/a.png`, with what is on the right of it left out or put in. */
const FORMS = [
  'http:pub.example.test/a.png',
  'https:pub.example.test/a.png',
  'HTTP:pub.example.test/a.png',
  'http:/pub.example.test/a.png',
  'https:/pub.example.test/a.png',
  'http:\\\\pub.example.test\\a.png',
  'http:\\/pub.example.test/a.png',
  'http:///pub.example.test/a.png',
  ' http://pub.example.test/a.png',
  '\u0001https://pub.example.test/a.png',
  '\n\thttp:pub.example.test/a.png',
  'ht\ntp://pub.example.test/a.png',
  'https:/\t/pub.example.test/a.png',
  'http://pub\t.example.test/a.png',
  'https://pub.example.test/a.png\r\n',
  'https://pub.example.test/a.png ',
];

type Send = (app: TestApp, caller: Caller, url: string) => Promise<Reply>;

/** A call whose body has the URL in `field`, beside what else it needs. */
function json(path: string, field: string, rest: (sample: string) => object = () => ({})): Send {
  return (app, caller, url) => {
    const inList = field.endsWith(']') ? { [field.slice(0, -3)]: [url] } : { [field]: url };
    return app.api.as(caller).post(path, { ...rest(`${app.get(PublicAddress).url}/samples/`), ...inList });
  };
}

const room = (samples: string) => ({ image: `${samples}room.jpg` });
const style = (samples: string) => ({ ...room(samples), reference_image: `${samples}painting.jpg` });
const start = (samples: string) => ({ model: 'vq2-turbo', duration: 1, images: [`${samples}start.jpg`] });
const extend = (samples: string) => ({
  model: 'vq2-turbo',
  video_creation_id: 'x',
  video_url: `${samples}clip.mp4`,
});

/** By path and field. */
const FIELDS: Record<string, Send> = Object.fromEntries(
  [
    [`${IMAGE}/image-relight`, 'image', room],
    [`${IMAGE}/image-relight`, 'transfer_light_from_lightmap', room],
    [`${IMAGE}/image-relight`, 'transfer_light_from_reference_image', room],
    [`${IMAGE}/image-relight`, 'webhook_url', room],
    [`${IMAGE}/image-style-transfer`, 'image', style],
    [`${IMAGE}/image-style-transfer`, 'reference_image', style],
    [`${IMAGE}/image-style-transfer`, 'webhook_url', style],
    [`${IMAGE}/skin-enhancer/faithful`, 'image', room],
    [`${IMAGE}/skin-enhancer/creative`, 'webhook_url', room],
    [`${VIDEO}/start-end2video`, 'images[0]', start],
    [`${VIDEO}/start-end2video`, 'wm_url', start],
    [`${VIDEO}/start-end2video`, 'callback_url', start],
    [`${VIDEO}/reference2video`, 'images[0]', start],
    [`${VIDEO}/extend`, 'video_url', extend],
    [`${VIDEO}/extend`, 'images[0]', extend],
    [`${VIDEO}/extend`, 'callback_url', extend],
    ['/publishers', 'logo', () => ({ id: 'forms' })],
    ['/publishers', 'website', () => ({ id: 'forms' })],
    ['/publishers/url-forms/nodes', 'repository', () => ({ id: 'forms' })],
  ].map(([path, field, rest]) => [
    `${field as string} of ${path as string}`,
    json(path as string, field as string, rest as (samples: string) => object),
  ]),
);
for (const field of ['video', 'video_url']) {
  FIELDS[`${field} of ${VIDEO_PATH}`] = (app, caller, url) =>
    app.api.as(caller).post(VIDEO_PATH, undefined, { raw: form({ [field]: url }) });
}

describe('URLs in odd forms', () => {
  let app: TestApp;
  let caller: Caller;

  beforeAll(async () => {
    app = await TestApp.start({ ALLOW_PRIVATE_NETWORKS: 'false', RUN_JOBS: 'false' });
    caller = await app.caller();
    await app.api.as(caller).post('/publishers', { id: 'url-forms' });
  });
  afterAll(() => app.stop());

  it.each(Object.entries(FIELDS))('are refused as %s', async (name, send) => {
    const field = name.split(/[ []/)[0] ?? '';
    for (const url of FORMS) {
      const reply = await send(app, caller, url);
      expect([url, reply.status, reply.body]).toEqual([
        url,
        400,
        {
          error: 'invalid_request',
          message: expect.stringMatching(new RegExp(`${field}\\b.* must be an?.* URL`)),
        },
      ]);
    }
    const tasks = await app.api.as(caller).get('/tasks');
    expect(tasks.body.tasks ?? tasks.body).toHaveLength(0);
  });

  it('are left out, and named, where they would be icons and banners', async () => {
    for (const [index, url] of FORMS.entries()) {
      const body = { id: `odd-${index}`, name: 'Odd', icon: url, banner_url: url };
      const reply = await app.api.as(caller).post('/publishers/url-forms/nodes', body);
      expect([url, reply.status, reply.headers.get('x-ignored-fields')]).toEqual([
        url,
        201,
        'banner_url, icon',
      ]);
      expect([reply.body.icon ?? '', reply.body.banner_url ?? '']).toEqual(['', '']);
    }
  });
});
