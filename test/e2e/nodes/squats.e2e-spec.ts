import { TransactionRunner } from '#libs/platform/database';
import { NodesService } from '#libs/registry/nodes';
import { GivenRegistry } from '../../support/given-registry.js';
import { type Caller, type Reply, TestApp } from '../../support/test-app.js';

const REAL = [
  ['comfyui-impact-pack', 'ComfyUI Impact Pack', 'ComfyUI-Impact-Pack'],
  ['rgthree-comfy', 'rgthree-comfy', 'rgthree-comfy'],
  ['comfyui-wanvideowrapper', 'ComfyUI-WanVideoWrapper', 'ComfyUI-WanVideoWrapper'],
  ['comfyui_controlnet_aux', "ComfyUI's ControlNet Auxiliary Preprocessors", 'comfyui_controlnet_aux'],
  ['manager', 'ComfyUI-Manager', 'ComfyUI-Manager'],
] as const;

describe('names that pass for those of others', () => {
  let app: TestApp;
  let given: GivenRegistry;
  let admin: Caller;
  let stranger: Caller;
  const description = 'Detectors and detailers that improve a part of a picture, and pipes for them.';
  const repository = 'https://github.com/ltdrdata/ComfyUI-Impact-Pack';

  beforeAll(async () => {
    app = await TestApp.start({ PUBLISHERS_PER_USER: '20' });
    given = new GivenRegistry(app);
    admin = await given.admin();
    const { owner } = await given.publisher({ id: 'dr-data', name: 'Dr.Data' });
    for (const [id, name, repositoryName] of REAL) {
      await put('dr-data', owner, id, {
        name,
        author: 'Dr.Lt.Data',
        description: `${description} ${id}`,
        repository: `https://github.com/ltdrdata/${repositoryName}`,
      });
    }
    ({ owner: stranger } = await given.publisher({ id: 'stranger' }));
  });
  afterAll(() => app.stop());

  const put = (
    publisher: string,
    by: Caller,
    id: string,
    fields: Record<string, unknown> = {},
  ): Promise<Reply> => app.api.as(by).put(`/publishers/${publisher}/nodes/${id}`, fields);
  const idsOf = ({ body }: Reply): string[] => body.nodes.map(({ id }: { id: string }) => id);
  const found = async (words: string): Promise<string[]> =>
    idsOf(await app.api.get(`/nodes/search?search=${encodeURIComponent(words)}&limit=100`));
  const listed = async (by?: Caller): Promise<string[]> => {
    const reply = await (by ? app.api.as(by) : app.api).get('/publishers/stranger/nodes?limit=100');
    return reply.body.map(({ id }: { id: string }) => id);
  };
  const reviewOf = async (path: string): Promise<unknown> =>
    (await app.api.as(admin).get(path)).body.review_reason;

  it.each([
    ['comfyui_impact_pack', 'same_letters', 'comfyui-impact-pack'],
    ['ComfyUl-Impact-Pack', 'look_alike_letters', 'comfyui-impact-pack'],
    ['comfy-ui-impact-pack', 'same_letters', 'comfyui-impact-pack'],
    ['impact-pack', 'affix', 'comfyui-impact-pack'],
    ['comfyui-rgthree', 'affix', 'rgthree-comfy'],
    ['rgthree-comfyui', 'affix', 'rgthree-comfy'],
    ['wanvideowrapper', 'affix', 'comfyui-wanvideowrapper'],
    ['controlnet-aux', 'affix', 'comfyui_controlnet_aux'],
    ['manager-comfyui', 'affix', 'manager'],
    ['ComfyUI-Manager', 'affix', 'manager'],
    ['comfyui-impact-pack-official', 'affix', 'comfyui-impact-pack'],
  ])('keeps %s out of sight until an admin approves it', async (id, likeness, real) => {
    expect((await put('stranger', stranger, id)).status).toBe(200);
    expect(await reviewOf(`/nodes/${id}`)).toEqual(expect.any(String));
    expect((await app.api.get(`/nodes/${id}`)).status).toBe(200);
    expect(await found(id)).not.toContain(id);
    expect(await listed()).not.toContain(id);
    expect(await listed(stranger)).toContain(id);
    const others = await app.api.as(admin).get(`/admin/nodes/${id}/look-alikes`);
    const alike = others.body.look_alikes.map((other: { likeness: string; node: { id: string } }) => [
      other.likeness,
      other.node.id,
    ]);
    expect(alike).toContainEqual([likeness, real]);
  });

  it('shows it in search, lists and the change feed once its reason is cleared', async () => {
    await put('stranger', stranger, 'impact-nodes');
    expect(await reviewOf('/nodes/impact-nodes')).toContain('comfyui-impact-pack');
    expect(idsOf(await app.api.get('/nodes?limit=100'))).not.toContain('impact-nodes');
    expect(idsOf(await app.api.as(admin).get('/nodes?needs_review=true&limit=100'))).toContain(
      'impact-nodes',
    );
    const changes = async (): Promise<unknown> => (await app.api.get('/changes?since=0&limit=1000')).body;
    expect(JSON.stringify(await changes())).not.toContain('"impact-nodes"');
    const { total } = (await app.api.get('/nodes')).body;
    await app.api.as(admin).put('/admin/nodes/impact-nodes', { review_reason: '' });
    expect((await app.api.get('/nodes')).body.total).toBe(total + 1);
    expect(await found('impact-nodes')).toContain('impact-nodes');
    expect(idsOf(await app.api.get('/nodes?limit=100'))).toContain('impact-nodes');
    expect(JSON.stringify(await changes())).toContain('"impact-nodes"');
  });

  it.each(['torch', 'pip', 'numpy', 'Py-Torch', 'comfy', 'ComfyUI', 'atelier'])(
    'refuses the reserved id %s',
    async (id) => {
      expect((await put('stranger', stranger, id)).body).toMatchObject({
        error: 'invalid_request',
        message: expect.stringContaining('must not be a reserved word'),
      });
    },
  );

  it.each([
    ['name and author', { name: 'ComfyUI Impact Pack', author: 'Dr.Lt.Data' }],
    ['repository', { repository: `${repository}.git/` }],
    ['description', { description: `${description} comfyui-impact-pack` }],
  ])('sees a copied %s in a new node, and in a changed one', async (what, fields) => {
    const id = given.id('xe05a29c6');
    await put('stranger', stranger, id, fields);
    expect(await reviewOf(`/nodes/${id}`)).toBe(
      `It has the ${what} of comfyui-impact-pack of the publisher dr-data.`,
    );
    const { body } = await app.api.as(admin).get(`/admin/nodes/${id}/look-alikes`);
    expect(body.look_alikes).toMatchObject([{ likeness: 'copied', node: { id: 'comfyui-impact-pack' } }]);
    const changed = given.id('plain');
    await put('stranger', stranger, changed);
    expect(await listed()).toContain(changed);
    await put('stranger', stranger, changed, fields);
    expect(await reviewOf(`/nodes/${changed}`)).toContain('comfyui-impact-pack');
    expect(await listed()).not.toContain(changed);
  });

  it('sees a display name in look-alike letters, and one that calls itself official', async () => {
    const disguised = given.id('one');
    await put('stranger', stranger, disguised, { name: 'ComfyUI Imрасt Pack' });
    expect(await reviewOf(`/nodes/${disguised}`)).toContain('comfyui-impact-pack');
    const official = given.id('two');
    await put('stranger', stranger, official, { name: 'Upscaler [official]' });
    expect(await reviewOf(`/nodes/${official}`)).toContain('official');
    const marked = await put('stranger', stranger, given.id('three'), { name: 'Upscaler ✔' });
    expect(marked).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^name must not contain a check mark/) },
    });
  });

  it.each([
    { id: 'comfyorg' },
    { id: 'ltdrdata' },
    { id: 'drltdata' },
    { id: 'dr-ltdata' },
    { id: 'dr-d-ata' },
    { id: 'nvidia' },
    { id: 'some-team', name: 'Dr.Lt.Dаta' },
    { id: 'node-makers', name: 'Node Makers Official' },
  ])('lets a publisher $id wait for an admin, with its nodes', async ({ id, name = id }) => {
    const created = await app.api.as(stranger).post('/publishers', { id, name });
    expect(created).toMatchObject({ status: 201 });
    expect(created.body).not.toHaveProperty('review_reason');
    const queued = await app.api.as(admin).get('/admin/reviews?kind=publisher&limit=100');
    expect(queued.body.reviews).toContainEqual(
      expect.objectContaining({
        kind: 'publisher',
        publisher_id: id,
        reason: await reviewOf(`/publishers/${id}`),
      }),
    );
    const node = given.id('tool');
    await put(id, stranger, node);
    expect(await found(node)).not.toContain(node);
    const { reviewReason } = await app
      .get(TransactionRunner)
      .run((scope) => app.get(NodesService).lock(scope, node));
    expect(reviewReason).toBe(await reviewOf(`/publishers/${id}`));
    const own = await app.api.as(stranger).put(`/publishers/${id}`, { review_reason: '' });
    expect(own.status).toBe(403);
    await app.api.as(admin).put(`/publishers/${id}`, { review_reason: '' });
    expect(await found(node)).toContain(node);
    const rest = await app.api.as(admin).get('/admin/reviews?kind=publisher&limit=100');
    expect(JSON.stringify(rest.body)).not.toContain(`"${id}"`);
  });

  it('refuses a publisher with a check mark, and judges a new name', async () => {
    const marked = await app.api
      .as(stranger)
      .post('/publishers', { id: 'good-team', name: 'Comfy Org ✔ Official' });
    expect(marked).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^name must not contain a check mark/) },
    });
    const { id, owner } = await given.publisher();
    const node = given.id('tool');
    await put(id, owner, node);
    expect(await found(node)).toContain(node);
    await app.api.as(owner).put(`/publishers/${id}`, { name: 'NVIDIA' });
    expect(await reviewOf(`/publishers/${id}`)).toContain('nvidia');
    expect(await found(node)).not.toContain(node);
    expect(idsOf(await app.api.get('/nodes?limit=100'))).not.toContain(node);
  });

  it('leaves honest names alone', async () => {
    const { id, owner } = await given.publisher({ id: 'honest-team' });
    expect(await reviewOf(`/publishers/${id}`)).toBeUndefined();
    for (const name of [
      'comfyui-impact-subpack',
      'unofficial-tools',
      'torchvision-tools',
      'comfyui-crystools',
    ]) {
      await put(id, owner, name);
      expect([name, await reviewOf(`/nodes/${name}`)]).toEqual([name, undefined]);
    }
  });
});
