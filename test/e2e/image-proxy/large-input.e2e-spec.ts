import sharp from 'sharp';
import { type ApiClient, TestApp } from '../../support/test-app.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const VIDEO = '/proxy/vidprov/reference2video';
const LENGTH = 2_200_000;

describe('texts of megabytes in a request', () => {
  let app: TestApp;
  let ada: ApiClient;
  let small: Buffer;
  let picture: Buffer;
  let image: string;

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    ada = app.api.as(await app.caller());
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#806040' } })
      .png()
      .toBuffer();
    small = png;
    picture = Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024 - png.length, 'noise\u0001\u00fe', 'latin1')]);
    image = picture.toString('base64');
  });
  afterAll(() => app.stop());

  it('are decoded once, as short ones are', async () => {
    const [one, other] = [picture.subarray(0, 30_000), picture.subarray(0, 30_001)].map((bytes) =>
      bytes.toString('base64'),
    );
    const decode = jest.spyOn(Buffer, 'from');
    const made = await ada.post(RELIGHT, { image: one, transfer_light_from_lightmap: other });
    const listed = await ada.post(VIDEO, { ...video, images: [image, other] });
    const decoded = decode.mock.calls
      .map(([text]) => text as unknown)
      .filter((text) => text === one || text === other);
    decode.mockRestore();
    expect([made.status, listed.status]).toEqual([200, 200]);
    expect(decoded).toEqual([one, other, other]);
  });

  const video = { model: 'vq2-turbo', prompt: 'a kite', duration: 1, resolution: '360p' };

  it('keeps pictures as they are, bare, in lines or as data: URIs, and shows them by links', async () => {
    const images = [
      image.replaceAll(/.{76}/g, '$&\r\n'),
      `data:image/png;base64,\n${image}\n`,
      `${small.toString('base64')}${'\n'.repeat(LENGTH)}`,
    ];
    const made = await ada.post(VIDEO, { ...video, images, unknown: 'é'.repeat(LENGTH) });
    expect(made.status).toBe(200);
    expect(made.headers.get('x-ignored-fields')).toBe('unknown');
    expect(made.body.images).toHaveLength(3);
    for (const [at, sent] of [picture, picture, small].entries()) {
      const link = new URL(made.body.images[at]);
      const reply = await app.api.get(link.pathname + link.search);
      expect(reply.headers.get('content-type')).toBe('image/png');
      expect(Buffer.from(reply.bytes).equals(sent)).toBe(true);
    }
  });

  it('begins once under one key, and refuses the key with another picture', async () => {
    const keyed = (sent: string) =>
      ada.post(RELIGHT, { image: sent }, { headers: { 'Idempotency-Key': 'k' } });
    const [first, again] = [await keyed(image), await keyed(image)];
    expect(first.status).toBe(200);
    expect(again.body).toEqual(first.body);
    const other = await keyed(`${image.slice(0, -4)}AAAA`);
    expect(other).toMatchObject({ status: 409, body: { error: 'idempotency_mismatch' } });
  });

  it.each([
    [
      'no Base64 at the end',
      () => `${image.slice(0, -1)}!`,
      'image must be valid Base64 or a URL (character 2796204 of the Base64 is "!")',
    ],
    ['nothing but line breaks', () => '\n'.repeat(LENGTH), 'image must be valid Base64 or a URL'],
    [
      'the other alphabet',
      () => `${image.slice(0, -4)}A-_A`,
      'image must be valid Base64 or a URL (character 2796202 of the Base64 is "-")',
    ],
    ['no picture', () => 'A'.repeat(LENGTH), 'image must be Base64 of a PNG, JPEG, WebP, AVIF or TIFF image'],
    [
      'a URL',
      () => `https://example.com/${'a'.repeat(LENGTH)}`,
      'image must be a URL of at most 2048 characters',
    ],
  ])('refuses %s as an image', async (_, sent, problem) => {
    const text = sent();
    const reply = await ada.post(RELIGHT, { image: text });
    expect(reply.status).toBe(400);
    expect(reply.body.message).toBe(`${problem}, not a string of ${text.length} characters.`);
  });

  it('says that something else is too long in the words for any text', async () => {
    const text = '🎨'.repeat(LENGTH);
    const wrong = `not a string of ${LENGTH} characters`;
    const reply = await ada.post(RELIGHT, { image, prompt: text, advanced_settings: text, style: text });
    expect(reply.body.message.split('; ')).toEqual([
      `prompt must be a string of at most 4000 characters without NUL, ${wrong}`,
      expect.stringMatching(new RegExp(`^style must be one of .*, ${wrong}$`)),
      `advanced_settings must be an object, ${wrong}.`,
    ]);
    const quote = await app.api.post('/quotes', { kind: 'image-relight', body: text });
    expect(quote.body.message).toBe(`body must be an object, ${wrong}.`);
    const whole = await ada.post(RELIGHT, text);
    expect(whole.body.message).toBe(`The body must be a JSON object, ${wrong}.`);
  });
});
