import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client';
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import sharp from 'sharp';
import { readFile } from 'node:fs/promises';
import { PublicAddress } from '#libs/platform/http';
import { packageOf, Publishing } from '../../support/publishing.js';
import { sampleFile } from '../../support/sample-file.js';
import { type Caller, TestApp } from '../../support/test-app.js';

/** What is told of a tool, whichever SDK asks. */
type Answer = { isError?: boolean; structuredContent?: any; content: any[] };

const SELF = { name: 'test', version: '1.0.0' };

describe('assistants that speak MCP', () => {
  let app: TestApp;
  let caller: Caller;
  const open: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    app = await TestApp.start({ COMPATIBLE_APIS: 'mcp', CORS_ORIGINS: 'https://studio.example' });
    caller = await app.caller();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((client) => client.close()));
  });
  afterAll(() => app.stop());

  const room = () => new URL('/samples/room.jpg', app.api.baseUrl).href;
  const address = () => new URL('/mcp', app.api.baseUrl);
  const withToken = (token: string, more: Record<string, string> = {}) => ({
    requestInit: { headers: { Authorization: `Bearer ${token}`, ...more } },
  });

  /** The SDK of the protocol of 2026-07-28. */
  async function newClient(token = caller.token): Promise<NewClient> {
    const client = new NewClient(SELF, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(new NewTransport(address(), withToken(token)));
    open.push(client);
    return client;
  }

  /** The SDK of the protocols before. */
  async function formerClient(token = caller.token, headers = {}): Promise<FormerClient> {
    const client = new FormerClient(SELF);
    await client.connect(new FormerTransport(address(), withToken(token, headers)) as never);
    open.push(client);
    return client;
  }

  const CLIENTS = [
    ['@modelcontextprotocol/client', newClient],
    ['@modelcontextprotocol/sdk', formerClient],
  ] as const;

  async function call(client: NewClient | FormerClient, name: string, input: object = {}): Promise<Answer> {
    return (await (client as FormerClient).callTool({ name, arguments: { ...input } })) as Answer;
  }

  describe.each(CLIENTS)('%s', (_, connect) => {
    it('lists the tools, with the fields and words of the API', async () => {
      const { tools } = await (await connect()).listTools();
      expect(tools.map(({ name }) => name).sort()).toEqual([
        'cancel_task',
        'get_node',
        'get_task',
        'image_relight',
        'image_style_transfer',
        'music_from_text',
        'music_from_video',
        'quote',
        'search_nodes',
        'skin_enhancer_creative',
        'skin_enhancer_faithful',
        'skin_enhancer_flexible',
        'video_extend',
        'video_reference',
        'video_start_end',
      ]);
      const relight = tools.find(({ name }) => name === 'image_relight');
      expect(relight?.inputSchema).toMatchObject({
        type: 'object',
        required: ['image'],
        properties: {
          light_transfer_strength: { type: 'number', minimum: 0, maximum: 100 },
          advanced_settings: { type: 'object', properties: { whites: { type: 'number' } } },
        },
      });
      expect(relight?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false });
      expect(tools.find(({ name }) => name === 'cancel_task')?.annotations?.destructiveHint).toBe(true);
      expect(tools.find(({ name }) => name === 'get_node')?.inputSchema).toMatchObject({
        required: ['nodeId'],
      });
      expect(JSON.stringify(tools)).not.toMatch(/\$ref|x-form|binary/);
    });

    it('relights a picture, waits for it, and reads the file behind its link', async () => {
      const client = await connect();
      const quoted = await call(client, 'quote', {
        kind: 'image_relight',
        body: { image: room() },
      });
      const started = await call(client, 'image_relight', {
        image: room(),
        prompt: 'warm sunset from the left',
        change_background: false,
      });
      expect(started).toMatchObject({
        structuredContent: { kind: 'image-relight', credits: quoted.structuredContent.credits },
      });
      const task = await call(client, 'get_task', { id: started.structuredContent.id, wait_seconds: 50 });
      expect(task.structuredContent.status).toBe('succeeded');
      expect(JSON.parse(task.content[0].text)).toEqual(task.structuredContent);
      const link = task.content.find(({ type }) => type === 'resource_link');
      expect(link).toMatchObject({ name: 'image', mimeType: expect.stringMatching(/^image\//) });
      const { status, bytes } = await app.api.get(link.uri as string);
      expect([status, (await sharp(bytes).metadata()).width]).toEqual([200, expect.any(Number)]);
      expect(bytes).toHaveLength(link.size as number);
    });

    it('reads what was wrong, and may then put it right', async () => {
      const client = await connect();
      const wrong = await call(client, 'image_relight', {
        image: room(),
        light_transfer_strength: 101,
      });
      expect(wrong).toMatchObject({ isError: true, structuredContent: { error: 'invalid_request' } });
      expect(wrong.content[0].text).toMatch(
        /^invalid_request: light_transfer_strength must be .* not the number 101/,
      );
      await expect(call(client, 'paint')).rejects.toThrow('There is no tool of this name.');
    });
  });

  it('takes a picture of several megabytes as Base64, and names a field that it does not know', async () => {
    const noise = { create: { width: 1500, height: 1500, channels: 3, background: 'gray' } } as const;
    const large = await sharp({
      ...noise,
      create: { ...noise.create, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    } as never)
      .png()
      .toBuffer();
    const image = large.toString('base64');
    expect(image.length).toBeGreaterThan(2_000_000);
    const client = await newClient();
    const { structuredContent, content } = await call(client, 'skin_enhancer_creative', {
      image,
      shapren: 3,
    });
    expect(content.at(-1).text).toBe('These fields are not known and were ignored: shapren');
    const canceled = await call(client, 'cancel_task', { id: structuredContent.id });
    const { status } = (
      canceled.isError ? await call(client, 'get_task', { id: structuredContent.id }) : canceled
    ).structuredContent;
    expect(['canceled', 'succeeded']).toContain(status);
  });

  it('starts videos and music, and sees only tasks of its own user', async () => {
    const client = await newClient();
    const frame = (await readFile(sampleFile('portrait.jpg'))).toString('base64');
    const small = { model: 'vq2-turbo', duration: 1, resolution: '360p', prompt: 'waves' };
    const started = [
      await call(client, 'video_start_end', { ...small, images: [frame] }),
      await call(client, 'video_reference', { ...small, images: [frame] }),
      await call(client, 'music_from_text', { prompt: 'calm', duration: 5 }),
      await call(client, 'music_from_video', { video: new URL('/samples/clip.mp4', app.api.baseUrl).href }),
    ];
    const ids = started.map(({ structuredContent }) => structuredContent.id as string);
    for (const id of ids) {
      const { structuredContent: task } = await call(client, 'get_task', { id, wait_seconds: 50 });
      expect([task.kind, task.status, task.outputs.length > 0]).toEqual([task.kind, 'succeeded', true]);
    }
    const other = await newClient((await app.caller()).token);
    expect(await call(other, 'get_task', { id: ids[0] })).toMatchObject({
      isError: true,
      structuredContent: { error: 'task_not_found' },
    });
  });

  it('finds a node and reads it', async () => {
    const publishing = new Publishing(app);
    await publishing.publish(await publishing.team(), 'soft-kit', '1.0.0', packageOf('Soft Blur'));
    const client = await newClient();
    const found = await call(client, 'search_nodes', { app_node_search: 'Soft Blur', limit: 5 });
    expect(found.structuredContent).toMatchObject({ total: 1, nodes: [{ id: 'soft-kit' }] });
    expect((await call(client, 'get_node', { nodeId: 'soft-kit' })).structuredContent).toMatchObject({
      latest_version: { version: '1.0.0' },
    });
    expect(await call(client, 'get_node', { nodeId: 'nowhere' })).toMatchObject({
      isError: true,
      structuredContent: { error: 'node_not_found' },
    });
  });

  it('offers a token without the scope `media` only what it may do', async () => {
    const client = await newClient((await app.caller({ scopes: ['registry:write'] })).token);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(['get_node', 'search_nodes']);
    expect(await call(client, 'image_relight', { image: room() })).toMatchObject({
      isError: true,
      structuredContent: { error: 'insufficient_scope' },
    });
  });

  it('refuses callers without a good token', async () => {
    await expect(newClient('wrong')).rejects.toThrow();
    await expect(formerClient('wrong')).rejects.toThrow(/401|Unauthorized|token/);
    const { status, headers } = await app.api.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="atelier"']);
  });

  it('refuses pages of foreign origins, which a rebound name could bring here', async () => {
    const { origin } = new URL(app.get(PublicAddress).url);
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const from = (origin: string) =>
      app.api.as(caller).post('/mcp', body, {
        headers: { Origin: origin, Accept: 'application/json, text/event-stream' },
      });
    expect((await from('https://evil.example')).body.error).toBe('forbidden');
    expect((await from('null')).status).toBe(403);
    expect((await from(origin)).status).toBe(200);
    expect((await from('https://studio.example')).status).toBe(200);
  });

  it('takes one message at a time, and none that would last', async () => {
    const headers = { Accept: 'application/json, text/event-stream' };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const list = await app.api.as(caller).post('/mcp', [message, message], { headers });
    expect(list).toMatchObject({
      status: 400,
      body: { message: 'The body must be one message, and not a list of them.' },
    });
    expect((await app.api.as(caller).post('/mcp', {}, { headers })).status).toBe(400);
    const client = await newClient();
    await expect(client.listen({ toolsListChanged: true })).rejects.toThrow('Subscription limit reached');
  });

  it('has no sessions: nothing is there to be read or ended', async () => {
    expect((await app.api.as(caller).get('/mcp')).status).toBe(405);
    expect((await app.api.as(caller).delete('/mcp')).status).toBe(405);
  });
});
