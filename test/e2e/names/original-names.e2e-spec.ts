import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageOf, Publishing } from '../../support/publishing.js';
import { sampleFile } from '../../support/sample-file.js';
import { type ApiClient, type Caller, type Reply, TestApp } from '../../support/test-app.js';
import { events } from '../music-proxy/music-calls.js';
import { image } from '../video-proxy/video-tasks.js';

describe('the names of ComfyUI', () => {
  let app: TestApp;
  let publishing: Publishing;

  beforeAll(async () => {
    app = await TestApp.start({ NAMES: 'comfyui', PUBLIC_REPLIES_MB: '32' });
    publishing = new Publishing(app);
  });
  afterAll(() => app.stop());

  describe('in the registry', () => {
    /**
     * What `RegistryAPI.publish_node_version` of comfy-cli sends: comfy_cli/registry/api.py of Comfy-Org/comfy-cli,
     * commit e805d26b of 2026-08-21.
     */
    const published = (token: string, id: string, version: string) => ({
      personal_access_token: token,
      node: {
        id,
        description: 'Softens images.',
        icon: '',
        name: 'Soft Kit',
        license: '{"file": "LICENSE"}',
        repository: 'https://github.com/example/soft-kit',
        banner_url: '',
        supported_os: ['OS Independent'],
        supported_accelerators: ['GPU :: NVIDIA CUDA'],
        supported_comfyui_version: '>=0.3.50',
        supported_comfyui_frontend_version: '>=1.25',
      },
      node_version: {
        version,
        dependencies: ['numpy'],
        supported_os: ['OS Independent'],
        supported_accelerators: ['GPU :: NVIDIA CUDA'],
        supported_comfyui_version: '>=0.3.51',
        supported_comfyui_frontend_version: '>=1.26',
        changelog: 'First.',
      },
    });
    let owner: Caller;
    let announced: Reply;

    beforeAll(async () => {
      const team = await publishing.team('soft-team');
      ({ owner } = team);
      announced = await app.api.post(
        '/publishers/soft-team/nodes/soft-kit/versions',
        published(owner.token, 'soft-kit', '1.0.0'),
      );
      const archive = packageOf('Soft Blur');
      await publishing.upload(announced.body.signedUrl as string, archive);
      await publishing.verdict(team, 'soft-kit', '1.0.0');
    });

    it('are kept with a node that comfy-cli publishes; only its id, which the path has, is ignored', async () => {
      expect([announced.status, announced.headers.get('x-ignored-fields')]).toEqual([201, 'node.id']);
      const version = {
        supported_comfyui_version: '>=0.3.51',
        supported_comfyui_frontend_version: '>=1.26',
        supported_app_version: '>=0.3.51',
        supported_app_frontend_version: '>=1.26',
        comfy_node_extract_status: 'success',
      };
      expect((await app.api.get('/nodes/soft-kit/install')).body).toMatchObject(version);
      expect((await app.api.get('/nodes/soft-kit')).body).toMatchObject({
        supported_comfyui_version: '>=0.3.50',
        supported_app_version: '>=0.3.50',
        latest_version: version,
      });
    });

    it('are in every page that the manager reads, with each parameter that is not ours named', async () => {
      // The requests of get_cnr_data: glob/cnr_utils.py of ltdrdata/ComfyUI-Manager, commit 908a1009 of 2025-03-28.
      const page = await app.api.get('/nodes?page=1&limit=30&comfyui_version=v0.3.50&form_factor=git-linux');
      expect(page.headers.get('x-ignored-fields')).toBe('comfyui_version, form_factor');
      expect([page.body.totalPages, page.body.nodes]).toMatchObject([
        1,
        [{ id: 'soft-kit', supported_comfyui_version: '>=0.3.50', latest_version: { version: '1.0.0' } }],
      ]);
      const versions = await app.api.get(
        '/nodes/soft-kit/versions?statuses=NodeVersionStatusActive&statuses=NodeVersionStatusPending',
      );
      expect(versions.body).toMatchObject([{ version: '1.0.0', supported_comfyui_version: '>=0.3.51' }]);
    });

    it('stand in place of ours at the paths of the other service', async () => {
      const list = await app.api.get('/comfy-nodes?comfy_node_name=Soft%20Blur&node_id=soft-kit&pageSize=5');
      expect(list.body).toMatchObject({
        total: 1,
        comfy_nodes: [{ comfy_node_name: 'Soft Blur', policy: 'ComfyNodePolicyActive' }],
      });
      expect(list.bytes.toString()).not.toMatch(/app_node|AppNode/);
      expect(list.headers.get('x-ignored-fields')).toBeNull();
      const ofVersion = await app.api.get('/nodes/soft-kit/versions/1.0.0/comfy-nodes?page=1&limit=10');
      expect(ofVersion.body.comfy_nodes).toEqual(list.body.comfy_nodes);
      const node = await app.api.get('/comfy-nodes/Soft%20Blur/node');
      expect(node.body).toMatchObject({ id: 'soft-kit', supported_comfyui_version: '>=0.3.50' });
      expect(node.body).not.toHaveProperty('supported_app_version');
    });

    it('find a node by one of its parts, as ours do', async () => {
      const found = await app.api.get('/nodes/search?comfy_node_search=Soft%20Blur&limit=5');
      expect([found.body.total, found.headers.get('x-ignored-fields')]).toEqual([1, null]);
      expect((await app.api.get('/nodes/search?comfy_node_search=Sharpen%20It')).body.total).toBe(0);
      expect((await app.api.get('/nodes/search?app_node_search=Soft%20Blur')).body.total).toBe(1);
    });

    it('leave our own paths as they are', async () => {
      const ours = await app.api.get('/app-nodes?app_node_name=Soft%20Blur');
      expect(ours.body.app_nodes).toMatchObject([{ policy: 'AppNodePolicyActive' }]);
      expect(ours.bytes.toString()).not.toMatch(/comfy/i);
    });

    it('have tags of their own, by which a caller is told that nothing has changed', async () => {
      const [theirs, ours] = await Promise.all([app.api.get('/comfy-nodes'), app.api.get('/app-nodes')]);
      const tag = theirs.headers.get('etag') ?? '';
      expect(tag).not.toBe(ours.headers.get('etag'));
      // Once from the service, once from the replies that it keeps.
      for (const target of ['/comfy-nodes', '/comfy-nodes'])
        expect((await app.api.get(target, { headers: { 'If-None-Match': tag } })).status).toBe(304);
      expect((await app.api.get('/app-nodes')).body).toHaveProperty('app_nodes');
    });

    it('are what an error names to whom has used them', async () => {
      const { body } = await app.api
        .as(owner)
        .put('/publishers/soft-team/nodes/soft-kit', { supported_comfyui_version: 7 });
      expect(body.message).toMatch(/^supported_comfyui_version must be .*, not the number 7/);
      const nowhere = await app.api.get('/proxy/freepik/v1/ai/image-upscaler');
      expect(nowhere.body).toEqual({
        error: 'route_not_found',
        message: 'There is nothing at /proxy/freepik/v1/ai/image-upscaler.',
      });
    });

    it('tell equal requests under one key from others', async () => {
      const put = (fields: object): Promise<Reply> =>
        app.api.as(owner).put('/publishers/soft-team/nodes/soft-kit', fields, {
          headers: { 'Idempotency-Key': 'names-1' },
        });
      const first = await put({ supported_comfyui_version: '>=2' });
      expect([first.status, first.body.supported_comfyui_version]).toEqual([200, '>=2']);
      const again = await put({ supported_comfyui_version: '>=2' });
      expect([again.headers.get('idempotent-replayed'), again.body]).toEqual(['true', first.body]);
      expect((await put({ supported_comfyui_version: '>=3' })).body.error).toBe('idempotency_mismatch');
    });
  });

  describe('at its media nodes', () => {
    let caller: Caller;
    let ada: ApiClient;

    beforeAll(async () => {
      caller = await app.caller();
      ada = app.api.as(caller);
    });

    /** As `upload_images_to_comfyapi`: comfy_api_nodes/apinode_utils.py of Comfy-Org/ComfyUI, commit a125cd84 of 2025-10-12. */
    async function upload(content: Uint8Array, file_name: string, content_type: string): Promise<string> {
      const { body } = await ada.post('/customers/storage', { file_name, content_type });
      const headers = { 'Content-Type': content_type };
      const put = await app.api.call('PUT', body.upload_url as string, undefined, { raw: content, headers });
      expect(put.status).toBe(200);
      return body.download_url as string;
    }

    async function polled(read: () => Promise<Reply>, isOver: (body: any) => boolean): Promise<any> {
      for (;;) {
        const { status, body } = await read();
        expect(status).toBe(200);
        if (isOver(body)) return body;
        await sleep(50);
      }
    }

    it('relight a picture by the request of MagnificImageRelightNode', async () => {
      const portrait = await readFile(sampleFile('portrait.jpg'));
      // comfy_api_nodes/nodes_magnific.py and apis/magnific.py of Comfy-Org/ComfyUI, read 2026-11-28; absent values as null.
      const started = await ada.post('/proxy/freepik/v1/ai/image-relight', {
        image: await upload(portrait, 'image.png', 'image/png'),
        prompt: 'sunset from the left',
        transfer_light_from_reference_image: null,
        light_transfer_strength: 100,
        interpolate_from_original: false,
        change_background: false,
        style: 'standard',
        preserve_details: true,
        advanced_settings: {
          whites: 50,
          blacks: 50,
          brightness: 50,
          contrast: 50,
          saturation: 50,
          engine: 'automatic',
          transfer_light_a: 'automatic',
          transfer_light_b: 'automatic',
          fixed_generation: true,
        },
      });
      expect([started.status, started.headers.get('x-ignored-fields')]).toEqual([200, null]);
      const { data } = await polled(
        () => ada.get(`/proxy/freepik/v1/ai/image-relight/${started.body.data.task_id}`),
        (body) => ['COMPLETED', 'FAILED'].includes(body.data.status),
      );
      expect(data.status).toBe('COMPLETED');
      expect((await ada.get(data.generated[0])).headers.get('content-type')).toMatch(/^image\//);
    });

    it('make a video by the request of Vidu2StartEndToVideoNode, whose model has its own name', async () => {
      const frames = await Promise.all(
        [1, 2].map(async (tune) =>
          upload(Buffer.from(await image(tune), 'base64'), 'image.png', 'image/png'),
        ),
      );
      // comfy_api_nodes/nodes_vidu.py of Comfy-Org/ComfyUI, read 2026-11-28.
      const order = {
        model: 'viduq2-turbo',
        prompt: 'waves',
        duration: 2,
        seed: 1,
        resolution: '720p',
        movement_amplitude: 'auto',
        images: frames,
      };
      const started = await ada.post('/proxy/vidu/start-end2video', order);
      expect([started.status, started.headers.get('x-ignored-fields')]).toEqual([200, null]);
      expect(started.body).toMatchObject({ model: 'viduq2-turbo', state: 'created' });
      const { state, creations } = await polled(
        () => ada.get(`/proxy/vidu/tasks/${started.body.task_id}/creations`),
        (body) => ['success', 'failed'].includes(body.state),
      );
      expect([state, creations.length]).toEqual(['success', 1]);
      const wrong = await ada.post('/proxy/vidu/img2video', { ...order, model: 'vidu9' });
      expect(wrong.body.message).toMatch(/^model must be one of viduq3-pro, .*vidu2\.0/);
    });

    it('make music by the form of SoniloVideoToMusic', async () => {
      const clip = await readFile(sampleFile('clip.mp4'));
      // comfy_api_nodes/nodes_sonilo.py of Comfy-Org/ComfyUI, read 2026-11-28.
      const form = new FormData();
      form.append('video_url', await upload(clip, 'video.mp4', 'video/mp4'));
      form.append('prompt', 'calm');
      const reply = await ada.post('/proxy/sonilo/v2m/generate', undefined, { raw: form });
      expect([reply.status, reply.headers.get('x-ignored-fields')]).toEqual([200, null]);
      const lines = events(reply.bytes);
      expect(lines.at(-1)).toMatchObject({ type: 'complete' });
      expect(lines.some(({ type, data }) => type === 'audio_chunk' && data.length > 0)).toBe(true);
    });

    it('need a token as ours do', async () => {
      expect((await app.api.post('/proxy/freepik/v1/ai/image-relight', {})).status).toBe(401);
    });
  });
});

describe('names of another service that are not set', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  it('lead nowhere, and are refused where they would find too much', async () => {
    expect((await app.api.get('/comfy-nodes')).status).toBe(404);
    expect(await app.api.get('/nodes/search?comfy_node_search=Blur')).toMatchObject({
      status: 400,
      body: { message: 'comfy_node_search is not a parameter; use app_node_search.' },
    });
    const team = await new Publishing(app).team();
    const { headers, body } = await app.api
      .as(team.owner)
      .put(`/publishers/${team.id}/nodes/plain`, { supported_comfyui_version: '>=1' });
    expect(headers.get('x-ignored-fields')).toBe('supported_comfyui_version');
    expect(body).not.toHaveProperty('supported_comfyui_version');
  });
});
