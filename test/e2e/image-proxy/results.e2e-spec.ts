import sharp, { type Sharp } from 'sharp';
import { endedTask } from '../../support/ended-task.js';
import { freePort, type LoopbackServer, startHttp } from '../../support/loopback-server.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';

const BASE = '/proxy/imgprov/v1/ai';
const WIDTH = 96;
const HEIGHT = 64;

/** A soft gradient over two coloured halves: something to relight. */
function scene(): Sharp {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const at = (y * WIDTH + x) * 3;
      pixels[at] = 80 + x;
      pixels[at + 1] = 60 + y;
      pixels[at + 2] = x < WIDTH / 2 ? 60 : 140;
    }
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
}

async function meanLight(bytes: Buffer): Promise<number> {
  const { channels } = await sharp(bytes).stats();
  return channels.slice(0, 3).reduce((sum, { mean }) => sum + mean / 3, 0);
}

describe('results of the image endpoints', () => {
  let app: TestApp;
  let ada: ApiClient;
  let png: Buffer;
  let jpeg: Buffer;

  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.api.as(await app.caller());
    png = await scene().png().toBuffer();
    jpeg = await scene().jpeg({ quality: 95 }).toBuffer();
  });
  afterAll(() => app.stop());

  async function make(path: string, request: object): Promise<{ bytes: Buffer; type: string | null }> {
    const reply = await ada.post(`${BASE}/${path}`, request);
    const task = await endedTask(ada, (reply.body.data ?? reply.body).task_id);
    expect(task).toMatchObject({
      status: 'succeeded',
      native_status: 'COMPLETED',
      error_code: null,
      progress: 100,
    });
    const file = await app.api.get(task.outputs[0].url);
    return { bytes: file.bytes, type: file.headers.get('content-type') };
  }

  it.each(['png', 'jpeg', 'webp', 'avif', 'tiff'] as const)(
    'keeps size and format of a %s',
    async (format) => {
      const image = (await scene().toFormat(format).toBuffer()).toString('base64');
      const { bytes, type } = await make('skin-enhancer/faithful', { image });
      expect(type).toBe(`image/${format}`);
      // What sharp calls an AVIF.
      const container = format === 'avif' ? 'heif' : format;
      expect(await sharp(bytes).metadata()).toMatchObject({
        format: container,
        width: WIDTH,
        height: HEIGHT,
      });
    },
  );

  it('keeps 16 bits and a wide gamut', async () => {
    const picture = await scene().toColourspace('rgb16').withIccProfile('p3').png().toBuffer();
    const { icc } = await sharp(picture).metadata();
    const { bytes } = await make('image-relight', { image: picture.toString('base64'), prompt: 'sunset' });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', depth: 'ushort', icc });
  });

  it('gives equal requests equal skin, grain included', async () => {
    const request = { image: png.toString('base64'), smart_grain: 60 };
    const first = await make('skin-enhancer/creative', request);
    expect((await make('skin-enhancer/creative', request)).bytes).toEqual(first.bytes);
  });

  it('relights brighter and darker as the settings say', async () => {
    const image = png.toString('base64');
    const light = async (brightness: number): Promise<number> =>
      meanLight((await make('image-relight', { image, advanced_settings: { brightness } })).bytes);
    const [dark, bright] = [await light(10), await light(90)];
    expect(bright - dark).toBeGreaterThan(20);
  });

  it('moves the colours towards those of the reference', async () => {
    const blue = sharp({ create: { width: 40, height: 40, channels: 3, background: '#2030d0' } });
    const reference_image = (await blue.png().toBuffer()).toString('base64');
    const { bytes } = await make('image-style-transfer', { image: png.toString('base64'), reference_image });
    const share = async (picture: Buffer): Promise<number> => {
      const { channels } = await sharp(picture).stats();
      return (channels[2]?.mean ?? 0) - (channels[0]?.mean ?? 0);
    };
    expect(await share(bytes)).toBeGreaterThan((await share(png)) + 20);
  });

  it('gives the same picture for fixed_generation', async () => {
    const request = {
      image: png.toString('base64'),
      reference_image: jpeg.toString('base64'),
      fixed_generation: true,
    };
    const [first, second] = [
      await make('image-style-transfer', request),
      await make('image-style-transfer', request),
    ];
    expect(first.bytes.equals(second.bytes)).toBe(true);
  });

  it.each([
    ['truncated', () => png.subarray(0, png.length / 2)],
    ['only a signature', () => png.subarray(0, 70)],
  ])('fails a picture that is %s, without a result', async (_, bytes) => {
    const reply = await ada.post(`${BASE}/image-relight`, { image: bytes().toString('base64') });
    const { task_id } = reply.body.data;
    const task = await endedTask(ada, task_id);
    expect(task).toMatchObject({ native_status: 'FAILED', error_code: 'undecodable_image', outputs: [] });
    expect(task.credits).toBe(0);
    const [listed] = (await ada.get('/tasks?status=failed&limit=1')).body.tasks;
    expect(listed).toMatchObject({ id: task_id, credits: 0 });
    expect(Number(reply.headers.get('x-credits-used'))).toBeGreaterThan(0);
    expect(task.error_message).toEqual(expect.stringMatching(/\w+ .*\./));
    expect((await ada.get(`${BASE}/image-relight/${task_id}`)).body).toEqual({
      data: {
        generated: [],
        status: 'FAILED',
        task_id,
        error: { code: 'undecodable_image', message: task.error_message },
      },
    });
  });

  describe('from an address', () => {
    let server: LoopbackServer;
    beforeAll(async () => {
      server = await startHttp((request, response) => {
        switch (request.url ?? '') {
          case '/good.png':
            return void response.end(png);
          case '/page.png':
            return void response.end('<html>');
          case '/broken.png':
            response.writeHead(200, { 'content-length': '1000' });
            return void response.write('x', () => response.destroy());
          case '/endless.png': {
            const part = Buffer.alloc(256 * 1024);
            const more = (): void =>
              void (response.destroyed || response.write(part, () => setImmediate(more)));
            return more();
          }
          default:
            response.writeHead(404).end();
        }
      });
    });
    afterAll(() => server.close());

    const failed = async (api: ApiClient, image: string): Promise<any> => {
      const reply = await api.post(`${BASE}/image-relight`, { image });
      expect(reply.status).toBe(200);
      const task = await endedTask(api, reply.body.data.task_id);
      expect(task).toMatchObject({ native_status: 'FAILED', outputs: [] });
      return task;
    };

    it('reads a picture', async () => {
      const image = `http://127.0.0.1:${server.port}/good.png`;
      expect((await make('image-relight', { image })).type).toBe('image/png');
    });

    it.each([
      ['missing.png', 'image_unreachable'],
      ['broken.png', 'image_unreachable'],
      ['page.png', 'undecodable_image'],
      ['endless.png', 'image_too_large'],
    ])('fails for %s with %s', async (name, code) => {
      expect(await failed(ada, `http://127.0.0.1:${server.port}/${name}`)).toMatchObject({
        error_code: code,
      });
    });

    it('fails for a server that is not there', async () => {
      expect(await failed(ada, `http://127.0.0.1:${await freePort()}/a.png`)).toMatchObject({
        error_code: 'image_unreachable',
      });
    });
  });
});
