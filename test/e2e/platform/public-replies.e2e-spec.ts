import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Controller, Get, Module, Param } from '@nestjs/common';
import pg from 'pg';
import { NodesService } from '#libs/registry/nodes';
import { Public, PubliclyCached } from '#libs/platform/http';
import { GivenRegistry } from '../../support/given-registry.js';
import { Publishing, type Team } from '../../support/publishing.js';
import { type ApiClient, type Reply, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const METRICS_TOKEN = 'metrics-token-of-24-chars';
const VERSION = '1.0.0';
/** What any process may show is as new as this. */
const OLDEST_MS = 1_000;

/** How the probe makes its reply. */
let makeShown: (nodeId: string) => Promise<object>;

@Controller('shown')
class ShownController {
  @Get(':nodeId')
  @Public()
  @PubliclyCached({ maxAgeSeconds: 1 })
  show(@Param('nodeId') nodeId: string): Promise<object> {
    return makeShown(nodeId);
  }

  @Get(':nodeId/unkept')
  @Public()
  showUnkept(@Param('nodeId') nodeId: string): Promise<object> {
    return makeShown(nodeId);
  }
}

@Module({ controllers: [ShownController] })
class ShownModule {}

/** A reply as it was on the wire: `fetch` unpacks it. */
async function raw(url: string, coding: string): Promise<{ coding: string; bytes: Buffer; tag: string }> {
  return new Promise((resolve, reject) => {
    const call = httpRequest(url, { headers: { 'Accept-Encoding': coding } }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () =>
        resolve({
          coding: reply.headers['content-encoding'] ?? '',
          bytes: Buffer.concat(parts),
          tag: reply.headers.etag ?? '',
        }),
      );
    });
    call.on('error', reject).end();
  });
}

describe('replies to callers without a token', () => {
  let app: TestApp;
  let other: TestApp;
  let given: GivenRegistry;
  let publishing: Publishing;
  let team: Team;
  let paths: string[];

  beforeAll(async () => {
    app = await TestApp.start(
      { METRICS_TOKEN, DOWNLOAD_FLUSH_MS: '60000', PUBLIC_REPLIES_MB: '32' },
      { modules: [ShownModule] },
    );
    other = await TestApp.join(app, { RUN_JOBS: 'false', PUBLIC_REPLIES_MB: '32' });
    given = new GivenRegistry(app);
    publishing = new Publishing(app);
    team = await publishing.team();
    await publishing.publish(team, 'packed', VERSION, undefined, { changelog: 'First. '.repeat(300) });
    const node = '/nodes/packed';
    const versions = `${node}/versions`;
    paths = [
      node,
      versions,
      `${versions}/${VERSION}`,
      `${versions}/${VERSION}/app-nodes`,
      '/nodes?limit=1',
      '/nodes/search?search=packed&nonsense=1',
      '/app-nodes?node_id=packed',
      `/publishers/${team.id}`,
      `/publishers/${team.id}/nodes`,
      `/publishers/${team.id}/members`,
      '/publishers?limit=1',
      '/changes?since=0',
    ];
  });
  afterAll(async () => {
    await other.stop();
    await app.stop();
  });

  /** Statements about tables of the registry from here on. */
  const countStatements = (): (() => number) => {
    const query = jest.spyOn(pg.Client.prototype, 'query');
    return () => {
      const ofRegistry = query.mock.calls.filter(([sql]) =>
        /\b(nodes|node_versions|publishers|node_search)\b/.test(JSON.stringify(sql)),
      );
      query.mockRestore();
      return ofRegistry.length;
    };
  };

  /** The first reply and three later ones that cost no statement; a job that runs beside may spoil a try. */
  const askedThrice = async (path: string): Promise<[Reply, Reply, Reply, Reply]> => {
    for (;;) {
      const first = await app.api.get(path);
      const statements = countStatements();
      const again = await app.api.get(path);
      const known = await app.api.get(path, {
        headers: { 'If-None-Match': first.headers.get('etag') ?? '' },
      });
      const head = await app.api.call('HEAD', path);
      if (statements() === 0) return [first, again, known, head];
    }
  };

  const nameOf = async (api: ApiClient, nodeId: string): Promise<unknown> =>
    (await api.get(`/nodes/${nodeId}`)).body.name;

  const rename = async (
    node: { id: string; owner: Team['owner']; publisher: { id: string } },
    name: string,
  ) => app.api.as(node.owner).put(`/publishers/${node.publisher.id}/nodes/${node.id}`, { name });

  describe('that were made before', () => {
    it('are the same and cost no statement, with 304 and HEAD too', async () => {
      for (const path of paths) {
        const [first, again, known, head] = await askedThrice(path);
        const ofRoute = ({ headers }: Reply) =>
          Object.fromEntries(
            [...headers].filter(
              ([name]) => !/^(x-request-id|date|content-length|transfer-encoding)$/.test(name),
            ),
          );
        expect([path, first.status]).toEqual([path, 200]);
        expect(again.bytes).toEqual(first.bytes);
        expect(ofRoute(again)).toEqual(ofRoute(first));
        expect([known.status, known.bytes.length, head.status, head.bytes.length]).toEqual([304, 0, 200, 0]);
        expect(known.headers.get('etag')).toBe(first.headers.get('etag'));
        expect(known.headers.get('content-type')).toBeNull();
        expect(head.headers.get('content-length')).toBeTruthy();
      }
    });

    it('come in the coding that the caller takes, each with a tag of its own', async () => {
      const url = `${app.api.baseUrl}/nodes/packed`;
      const plain = await raw(url, 'identity');
      const packed = { br: await raw(url, 'gzip, br'), gzip: await raw(url, 'gzip, br;q=0') };
      for (const [coding, reply] of Object.entries(packed)) {
        expect(reply.coding).toBe(coding);
        expect(reply.tag).toBe(plain.tag.replace(/"$/, `-${coding}"`));
        expect(reply.bytes.length).toBeLessThan(plain.bytes.length);
        const again = await app.api.get(url, { headers: { 'If-None-Match': reply.tag } });
        expect([again.status, again.headers.get('etag')]).toEqual([304, reply.tag]);
      }
      expect(brotliDecompressSync(packed.br.bytes)).toEqual(plain.bytes);
      expect(gunzipSync(packed.gzip.bytes)).toEqual(plain.bytes);
    });

    it('have the headers of their own request, and are counted with their route', async () => {
      const [one, two] = [await app.api.get('/nodes/packed'), await app.api.get('/nodes/packed')];
      expect(one.headers.get('x-request-id')).not.toBe(two.headers.get('x-request-id'));
      const count = async (): Promise<number> => {
        const page = (await app.api.as(METRICS_TOKEN).get('/metrics')).bytes.toString();
        return Number(
          /^http_request_duration_seconds_count\{method="GET",route="\/nodes\/:nodeId",status="200"\} (\d+)/m.exec(
            page,
          )?.[1],
        );
      };
      const before = await count();
      for (let n = 0; n < 5; n += 1) await app.api.get('/nodes/packed');
      await until(async () => (await count()) === before + 5);
    });

    it('count as downloads where the first did, 304 too and HEAD not', async () => {
      const countDownload = jest.spyOn(app.get(NodesService), 'countDownload');
      const { headers } = await app.api.get('/nodes/packed/install');
      await app.api.get('/nodes/packed/install');
      await app.api.get('/nodes/packed/install', { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
      await app.api.call('HEAD', '/nodes/packed/install');
      expect(countDownload.mock.calls).toEqual([['packed'], ['packed'], ['packed']]);
      countDownload.mockRestore();
    });

    it('are for nobody with a token, and none of theirs is for others', async () => {
      const publisher = await given.publisher();
      const path = `/publishers/${publisher.id}`;
      const emails = (reply: { body: any }) =>
        reply.body.members.flatMap(({ user }: { user: { email?: string } }) => user.email ?? []);
      const owner = app.api.as(publisher.owner);
      for (let n = 0; n < 2; n += 1) {
        expect(emails(await owner.get(path))).toEqual([publisher.owner.user.email]);
        expect(emails(await app.api.get(path))).toEqual([]);
      }
      expect((await app.api.as('wrong').get(path)).status).toBe(401);
      expect((await app.api.get(path, { headers: { 'X-API-Key': 'wrong' } })).status).toBe(401);
    });

    it('are of good ones only', async () => {
      const id = given.id();
      const [first, again] = [await app.api.get(`/nodes/${id}`), await app.api.get(`/nodes/${id}`)];
      expect([first.status, again.status, again.headers.get('cache-control')]).toEqual([
        404,
        404,
        'no-store',
      ]);
    });
  });

  describe('after a change', () => {
    it('show it to who made it, at once in the same process', async () => {
      const node = await given.node();
      for (let n = 0; n < 20; n += 1) {
        await rename(node, `name ${n}`);
        expect(await nameOf(app.api, node.id)).toBe(`name ${n}`);
      }
    });

    it('show what belongs to other tables, too', async () => {
      const [node, admin] = [await given.node(), await given.admin()];
      const owner = app.api.as(node.owner);
      const get = async (path = `/nodes/${node.id}`) => (await app.api.get(path)).body;
      const publisher = `/publishers/${node.publisher.id}`;
      await get();
      await owner.put(publisher, { name: 'Renamed' });
      expect((await get()).publisher.name).toBe('Renamed');
      await app.api.as(await app.caller()).post(`/nodes/${node.id}/reviews?star=4`);
      expect((await get()).rating).toBe(4);
      await owner.post(`/nodes/${node.id}/translations`, { translations: { de: { name: 'Knoten' } } });
      expect((await get()).translations).toEqual({ de: { name: 'Knoten' } });
      expect((await get(`${publisher}/members`)).length).toBe(1);
      const member = await given.member(node.publisher);
      expect((await get(`${publisher}/members`)).length).toBe(2);
      await app.api.as(admin).put(`/admin/users/${member.user.id}`, { name: 'Grace' });
      expect(JSON.stringify(await get(`${publisher}/members`))).toContain('Grace');
    });

    it('hide what was banned or deleted at once, and show it again', async () => {
      const admin = app.api.as(await given.admin());
      const node = await given.node({ fields: { name: 'Vanishing point' } });
      const seen = async () => {
        const found = await app.api.get('/nodes/search?search=Vanishing+point');
        return [(await app.api.get(`/nodes/${node.id}`)).status, found.body.nodes.length];
      };
      const ban = `/publishers/${node.publisher.id}/nodes/${node.id}/ban`;
      expect(await seen()).toEqual([200, 1]);
      await admin.post(ban, { reason: 'Bad.' });
      expect(await seen()).toEqual([403, 0]);
      await admin.post(`${ban.slice(0, -3)}unban`, { reason: 'Good.' });
      expect(await seen()).toEqual([200, 1]);
      await admin.post(`/publishers/${node.publisher.id}/ban`, { reason: 'Bad.' });
      expect(await seen()).toEqual([403, 0]);
      await admin.post(`/publishers/${node.publisher.id}/unban`, { reason: 'Good.' });
      await app.api.as(node.owner).delete(`/publishers/${node.publisher.id}/nodes/${node.id}`);
      expect(await seen()).toEqual([404, 0]);
    });

    it('show it in another process within a second', async () => {
      const node = await given.node({ fields: { name: 'before' } });
      await rename(node, 'before');
      for (let n = 0; n < 3; n += 1) expect(await nameOf(other.api, node.id)).toBe('before');
      await rename(node, 'after');
      await sleep(OLDEST_MS);
      expect(await nameOf(other.api, node.id)).toBe('after');
      await app.api.as(await given.admin()).post(`/publishers/${node.publisher.id}/ban`, { reason: 'Bad.' });
      await sleep(OLDEST_MS);
      expect((await other.api.get(`/nodes/${node.id}`)).status).toBe(403);
    });

    it('never show again what was read before it and was finished after it', async () => {
      const node = await given.node({ fields: { name: 'before' } });
      makeShown = async (id) => {
        const read = await app.get(NodesService).view(undefined, id);
        await rename(node, 'after');
        return read;
      };
      expect((await app.api.get(`/shown/${node.id}`)).body.name).toBe('before');
      expect((await app.api.get(`/shown/${node.id}`)).body.name).toBe('after');
    });
  });

  it('that many ask for at once are made once', async () => {
    const node = await given.node();
    let made = 0;
    makeShown = async (id) => {
      made += 1;
      await sleep(100);
      return app.get(NodesService).view(undefined, id);
    };
    const ask = () => Promise.all(Array.from({ length: 30 }, () => app.api.get(`/shown/${node.id}`)));
    expect((await ask()).map(({ status }) => status)).toEqual(Array(30).fill(200));
    expect(made).toBe(1);
    await rename(node, 'again');
    expect((await ask()).map(({ body }) => body.name)).toEqual(Array(30).fill('again'));
    expect(made).toBe(2);
  });

  it('of other routes do not wait for each other', async () => {
    let made = 0;
    makeShown = async () => {
      made += 1;
      await until(() => made === 2);
      return {};
    };
    const ask = () => app.api.get('/shown/any/unkept');
    expect((await Promise.all([ask(), ask()])).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('are limited like all others', async () => {
    const limited = await TestApp.join(app, {
      RATE_LIMIT: '100',
      RATE_LIMIT_ANONYMOUS: '3',
      RUN_JOBS: 'false',
    });
    const replies = [];
    for (let n = 0; n < 4; n += 1) replies.push(await limited.api.get('/nodes/packed'));
    await limited.stop();
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(replies[2]?.headers.get('ratelimit')).toMatch(/^"address";r=0;/);
    expect(replies[3]?.headers.get('etag')).toBeNull();
  });
});
