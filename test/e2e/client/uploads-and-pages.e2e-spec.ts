import { Atelier, AtelierError } from '@atelier/client';
import {
  createPublisher,
  createPublisherNode,
  listPublisherNodes,
  listTasks,
  searchNodes,
} from '@atelier/client/api';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { TestApp } from '../../support/test-app.js';
import { UnreliableProxy } from '../../support/unreliable-proxy.js';

const NODES = 7;

describe('uploads and lists by the client', () => {
  let app: TestApp;
  let proxy: UnreliableProxy;
  let atelier: Atelier;

  beforeAll(async () => {
    app = await TestApp.start();
    proxy = await UnreliableProxy.start(app.api.baseUrl);
    const { token } = await app.caller({ isApproved: true });
    // Links of the service lead through the proxy as well.
    const through: typeof fetch = async (input, init) => {
      const request = new Request(input, init);
      const url = request.url.replace(app.api.baseUrl.replace('127.0.0.1', 'localhost'), proxy.url);
      return fetch(new Request(url, request as RequestInit));
    };
    atelier = new Atelier({ url: proxy.url, token, fetch: through });
  });
  afterAll(async () => {
    await proxy.stop();
    await app.stop();
  });
  afterEach(() => {
    proxy.trouble = () => undefined;
    proxy.requests.length = 0;
  });

  it('uploads a file, tells how far it is, and sends it again when the connection breaks', async () => {
    let puts = 0;
    proxy.trouble = ({ method }) =>
      method === 'PUT' && (puts += 1) === 1 ? { breakAfterBytes: 0 } : undefined;
    const bytes = randomBytes(3_000_000);
    const sent: number[] = [];
    const { download_url } = await atelier.upload(
      new File([bytes], 'data.bin', { type: 'application/x-data' }),
      {
        onProgress: (sentBytes, totalBytes) => sent.push(sentBytes / totalBytes),
      },
    );
    expect(puts).toBe(2);
    expect(sent.at(-1)).toBe(1);
    expect(sent.some((part) => part > 0 && part < 1)).toBe(true);
    expect(bytes.equals(await atelier.download(download_url))).toBe(true);
    const reply = await atelier.open(download_url);
    expect(reply.headers.get('content-type')).toBe('application/x-data');
    await reply.body?.cancel();
  });

  it('uploads large pictures of a request, and repeats it under its key with the same links', async () => {
    const room = await readFile('libs/media/work/src/samples/files/room.jpg');
    const large = Buffer.concat([room, Buffer.alloc(300_000)]);
    const options = { idempotencyKey: 'order-4711' };
    const first = await atelier.relight({ image: new Blob([large]) }, options);
    expect(proxy.requests.map((line) => line.split('?')[0]?.replace(/uploads\/.*/, 'uploads/…'))).toEqual([
      'POST /uploads',
      'PUT /uploads/…',
      'POST /proxy/imgprov/v1/ai/image-relight',
    ]);
    const second = await atelier.relight({ image: new Blob([large]) }, options);
    expect(second.id).toBe(first.id);
    await first.wait();
  });

  it('downloads again when the transfer breaks off, and says when a link is not valid', async () => {
    const { download_url } = await atelier.upload(randomBytes(500_000));
    let gets = 0;
    proxy.trouble = ({ method }) =>
      method === 'GET' && (gets += 1) === 1 ? { breakAfterBytes: 1_000 } : undefined;
    expect((await atelier.download(download_url)).length).toBe(500_000);
    expect(gets).toBe(2);
    await expect(atelier.download(`${download_url}x`)).rejects.toMatchObject({ code: 'asset_link_invalid' });
  });

  it('iterates over all pages, by cursor in the body and in a header', async () => {
    await atelier.call(createPublisher, { body: { id: 'page-team' } });
    const path = { publisherId: 'page-team' };
    const names = Array.from({ length: NODES }, (_, at) => `page-node-${at}`);
    for (const id of names) await atelier.call(createPublisherNode, { path, body: { id } });
    proxy.requests.length = 0;

    const inArrays: string[] = [];
    for await (const node of atelier.pages(listPublisherNodes, { path, query: { limit: 3 } }))
      inArrays.push(node.id);
    expect(inArrays.sort()).toEqual(names);
    const inBodies = new Set<string>();
    for await (const node of atelier.pages(searchNodes, { query: { search: 'page', page: 1, limit: 3 } }))
      inBodies.add(node.id);
    expect([...inBodies].sort()).toEqual(names);
    expect(proxy.requests.length).toBe(6);
    const failed: string[] = [];
    for await (const task of atelier.pages(listTasks, { query: { status: 'failed' } })) failed.push(task.id);
    expect(failed).toEqual([]);
  });

  it('knows its operations, entries and codes at compile time', async () => {
    const check = async () => {
      // @ts-expect-error: there is no such parameter.
      await atelier.call(searchNodes, { query: { sought: 'blur' } });
      // @ts-expect-error: the path is missing.
      await atelier.call(listPublisherNodes, {});
      // @ts-expect-error: a node has no such field.
      for await (const node of atelier.pages(searchNodes)) expect(node.colour).toBe('');
      // @ts-expect-error: the picture is missing.
      await atelier.relight({ prompt: 'sunset' });
      const error = new AtelierError(402, 'credits_exhausted', '', undefined, undefined);
      // @ts-expect-error: a misspelt code.
      return error.code === 'credits_exausted';
    };
    expect(check).toBeInstanceOf(Function);
  });

  it('has every documented code of errors', async () => {
    const [documented = ''] = (await readFile('docs/errors.md', 'utf8')).split('\n## ');
    const codes = [...documented.matchAll(/^\| \d+ +\| `(\w+)`/gm)].map(([, code]) => code);
    const sources = ['errors.ts', 'generated/error-codes.gen.ts'].map((name) =>
      readFile(`packages/client/src/${name}`, 'utf8'),
    );
    const lines = (await Promise.all(sources)).join('\n').matchAll(/^ +\| '(\w+)'/gm);
    const known = new Set([...lines].map(([, code]) => code));
    expect(codes.length).toBeGreaterThan(100);
    expect(codes.filter((code) => !known.has(code))).toEqual([]);
  });
});
