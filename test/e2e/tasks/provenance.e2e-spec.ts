import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { endedTask } from '../../support/ended-task.js';
import { FakeVendor } from '../../support/fake-vendor.js';
import { type ApiClient, type Reply, TestApp } from '../../support/test-app.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const FORMATS = ['png', 'jpeg', 'webp', 'avif', 'tiff'] as const;
const TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

function picture(format: (typeof FORMATS)[number]): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width: 160, height: 160, channels: 3, background: '#fff', noise } })
    [format]()
    .toBuffer();
}

/** A JPEG with the beginning of a C2PA manifest store in its first segment, as vendors send it. */
async function jpegWithCredentials(): Promise<Buffer> {
  const jpeg = await picture('jpeg');
  const store = `${'6a756d64'}${'6332706100110010800000aa00389b71'}${'03'}${Buffer.from('c2pa\0').toString('hex')}`;
  const description = Buffer.from(`${'00000026'}${store}`, 'hex');
  const box = Buffer.concat([Buffer.from('0000002e6a756d62', 'hex'), description]);
  const content = Buffer.concat([Buffer.from('4a5000010000' + '0001', 'hex'), box]);
  const segment = Buffer.alloc(4);
  segment.writeUInt16BE(0xffeb);
  segment.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), segment, content, jpeg.subarray(2)]);
}

/** The file of an output, which is what its task and the reply say of it. */
async function fileOf(api: ApiClient, output: any): Promise<Reply> {
  const file = await api.get(output.url);
  const sha256 = createHash('sha256').update(file.bytes).digest();
  expect(output.sha256).toBe(sha256.toString('hex'));
  expect(file.headers.get('repr-digest')).toBe(`sha-256=:${sha256.toString('base64')}:`);
  return file;
}

describe('the provenance of what the built-in engines make', () => {
  let app: TestApp;
  let ada: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.api.as(await app.caller());
  });
  afterAll(() => app.stop());

  it.each(FORMATS)('is in a %s, and shown with its task', async (format) => {
    const image = (await picture(format)).toString('base64');
    const { body } = await ada.post(RELIGHT, { image });
    const [output] = (await endedTask(ada, body.data.task_id)).outputs;
    expect(output).toMatchObject({
      content_type: `image/${format}`,
      provenance: { digital_source_type: `${TYPES}algorithmicallyEnhanced`, content_credentials: false },
    });
    const { bytes } = await fileOf(app.api, output);
    const { xmp } = await sharp(bytes).metadata();
    expect(xmp?.toString()).toContain(`Iptc4xmpExt:DigitalSourceType="${TYPES}algorithmicallyEnhanced"`);
    const part = await app.api.get(output.url, { headers: { range: 'bytes=0-9' } });
    expect(part).toMatchObject({ status: 206 });
    expect(Buffer.from(output.sha256, 'hex').toString('base64')).toBe(
      /^sha-256=:(.*):$/.exec(part.headers.get('repr-digest') ?? '')?.[1],
    );
  });

  it('is in a video, after all that a player reads, and in its cover', async () => {
    const { body } = await ada.post('/proxy/vidprov/start-end2video', {
      model: 'vq2-turbo',
      resolution: '360p',
      duration: 1,
      images: [(await picture('jpeg')).toString('base64')],
    });
    const task = await endedTask(ada, body.task_id);
    const [video, cover] = task.outputs;
    for (const output of [video, cover])
      expect(output.provenance).toEqual({
        digital_source_type: `${TYPES}composite`,
        content_credentials: false,
      });
    const { bytes } = await fileOf(app.api, video);
    const boxes = boxesOf(bytes);
    expect(boxes.map(({ type }) => type)).toEqual(expect.arrayContaining(['ftyp', 'moov', 'mdat']));
    const last = boxes.at(-1);
    expect(last?.type).toBe('uuid');
    expect(last?.content.subarray(0, 16).toString('hex')).toBe('be7acfcb97a942e89c71999491e3afac');
    expect(last?.content.toString()).toContain(`${TYPES}composite`);
    const { xmp } = await sharp((await fileOf(app.api, cover)).bytes).metadata();
    expect(xmp?.toString()).toContain(`${TYPES}composite`);
  });

  it('is in music, whose stream is the same file', async () => {
    const raw = new URLSearchParams({ prompt: 'a calm piano', duration: '1' });
    const stream = await ada.call('POST', '/proxy/musprov/t2m/generate', undefined, { raw });
    const lines = stream.bytes
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const [output] = (await endedTask(ada, lines[0].task_id)).outputs;
    expect(output).toMatchObject({
      content_type: 'audio/mpeg',
      provenance: { digital_source_type: `${TYPES}algorithmicMedia`, content_credentials: false },
    });
    const { bytes } = await fileOf(app.api, output);
    const chunks = lines.filter(({ type }) => type === 'audio_chunk');
    expect(Buffer.concat(chunks.map(({ data }) => Buffer.from(data, 'base64'))).equals(bytes)).toBe(true);
    expect(bytes.toString('latin1', 0, 3)).toBe('ID3');
    const tagBytes = 10 + [6, 7, 8, 9].reduce((sum, place) => sum * 128 + (bytes[place] ?? 0), 0);
    expect(bytes.toString('latin1', 10, tagBytes)).toMatch(/^PRIV[^]{6}XMP\0.*algorithmicMedia/);
    // The first frame follows at once.
    expect(bytes.readUInt16BE(tagBytes)).toBe(0xfffb);
  });
});

describe('what a vendor made', () => {
  it.each([
    ['with credentials', jpegWithCredentials, true],
    ['without them', () => picture('jpeg'), false],
  ])('is kept byte for byte %s', async (_, make, content_credentials) => {
    const made = await make();
    const vendor = await FakeVendor.start(({ path, method }) => {
      if (path === '/out.jpg') return { raw: made, headers: { 'content-type': 'image/jpeg' } };
      const generated = method === 'POST' ? [] : [`${vendor.url}/out.jpg`];
      const status = method === 'POST' ? 'CREATED' : 'COMPLETED';
      return { json: { data: { task_id: 'v1', status, generated } } };
    });
    const app = await TestApp.start({
      IMGPROV_BASE_URL: vendor.url,
      IMGPROV_API_KEY: 'vendor-key-0123456789',
      IMGPROV_POLL_SECONDS: '0',
    });
    try {
      const ada = app.api.as(await app.caller());
      const image = (await picture('png')).toString('base64');
      const { body } = await ada.post(RELIGHT, { image });
      const [output] = (await endedTask(ada, body.data.task_id)).outputs;
      expect(output.provenance).toEqual({ digital_source_type: null, content_credentials });
      expect((await fileOf(app.api, output)).bytes.equals(made)).toBe(true);
    } finally {
      await app.stop();
      await vendor.stop();
    }
  });
});

/** The boxes of an MP4, on its highest level. */
function boxesOf(file: Buffer): { type: string; content: Buffer }[] {
  const boxes = [];
  for (let place = 0; place < file.length;) {
    const bytes = file.readUInt32BE(place);
    boxes.push({
      type: file.toString('latin1', place + 4, place + 8),
      content: file.subarray(place + 8, place + bytes),
    });
    place += bytes;
  }
  return boxes;
}
