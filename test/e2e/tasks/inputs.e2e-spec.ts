import sharp from 'sharp';
import { contractProblem } from '../../support/api-contract.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const ROUTE = 'GET /tasks/:id/inputs';

async function picture(side: number): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background: '#a07050' } })
    .png()
    .toBuffer();
}

describe(ROUTE, () => {
  let app: TestApp;
  let ada: ApiClient;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  beforeEach(async () => {
    ada = app.api.as(await app.caller());
  });
  afterAll(() => app.stop());

  async function inputsOf(id: string, api = ada): Promise<any[]> {
    const reply = await api.get(`/tasks/${id}/inputs`);
    expect(reply.status).toBe(200);
    expect(contractProblem(ROUTE, reply)).toBeUndefined();
    return reply.body.inputs;
  }

  async function relight(body: object, api = ada): Promise<string> {
    return (await api.post(RELIGHT, body)).body.data.task_id;
  }

  /** A file of the caller, by a valid link. */
  async function uploaded(api: ApiClient, content: Buffer): Promise<string> {
    const { body } = await api.post('/uploads', { file_name: 'me.png' });
    const raw = new Uint8Array(content);
    await app.api.call('PUT', body.upload_url, undefined, { raw, headers: { 'content-type': 'image/png' } });
    return body.download_url;
  }

  it('gives a link to each file of the request, by the name of its field', async () => {
    const [image, light] = [await picture(16), await picture(300)];
    const id = await relight({
      image: image.toString('base64'),
      transfer_light_from_reference_image: light.toString('base64'),
    });
    const inputs = await inputsOf(id);
    expect(inputs.map(({ field }) => field)).toEqual(['image', 'transfer_light_from_reference_image']);
    for (const [index, sent] of [image, light].entries()) {
      expect(inputs[index]).toMatchObject({ content_type: 'image/png', bytes: sent.length });
      expect((await app.api.get(inputs[index].url)).bytes.equals(sent)).toBe(true);
    }
  });

  it('numbers the files of a list, and leaves out what is a URL', async () => {
    const images = [(await picture(64)).toString('base64'), 'https://example.com/far.png'];
    const body = { model: 'vq2-turbo', images, prompt: 'waves' };
    const { task_id: id } = (await ada.post('/proxy/vidprov/start-end2video', body)).body;
    expect((await inputsOf(id)).map(({ field }) => field)).toEqual(['images[0]']);
  });

  it('shows an upload of the caller, and no file of anyone else', async () => {
    const bob = app.api.as(await app.caller());
    const [own, foreign] = [await uploaded(ada, await picture(20)), await uploaded(bob, await picture(21))];
    const id = await relight({ image: own, transfer_light_from_reference_image: foreign });
    expect((await inputsOf(id)).map(({ field }) => field)).toEqual(['image']);
    const key = /assets\/([0-9a-f-]{36})/.exec(foreign)?.[1];
    const guess = await relight({ image: own, prompt: `asset:${key}` });
    expect((await inputsOf(guess)).map(({ field }) => field)).toEqual(['image']);
  });

  it('is for those who may see the task', async () => {
    const id = await relight({ image: (await picture(8)).toString('base64') });
    const bob = app.api.as(await app.caller());
    expect(await bob.get(`/tasks/${id}/inputs`)).toMatchObject({
      status: 404,
      body: { error: 'task_not_found' },
    });
    await ada.delete(`/tasks/${id}`);
    expect((await ada.get(`/tasks/${id}/inputs`)).status).toBe(404);
  });
});
