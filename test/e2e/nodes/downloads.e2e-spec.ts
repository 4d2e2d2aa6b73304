import { NodesService } from '#libs/registry/nodes';
import { DownloadCounter } from '../../../libs/registry/nodes/src/download-counter.js';
import { GivenRegistry } from '../../support/given-registry.js';
import { type Reply, TestApp } from '../../support/test-app.js';

const DAY_MS = 86_400_000;

describe('GET /nodes/:nodeId/downloads', () => {
  let app: TestApp;
  let given: GivenRegistry;
  const downloadsOf = (id: string, query: Record<string, string> = {}): Promise<Reply> =>
    app.api.get(`/nodes/${id}/downloads?${new URLSearchParams(query).toString()}`);

  beforeAll(async () => {
    app = await TestApp.start();
    given = new GivenRegistry(app);
  });
  afterAll(() => app.stop());

  it('shows every day of a period, the last thirty unless told', async () => {
    const { id } = await given.node();
    const count = async (downloads: number): Promise<void> => {
      for (let at = 0; at < downloads; at++) app.get(NodesService).countDownload(id);
      await app.get(DownloadCounter).flush();
    };
    await count(2);
    await count(1);
    app.passTime(2 * DAY_MS);
    await count(4);
    const { status, body } = await downloadsOf(id.toUpperCase());
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 7, from: body.days[0].day, to: body.days.at(-1).day });
    expect(body.days).toHaveLength(30);
    expect(body.days.slice(-4).map(({ downloads }: { downloads: number }) => downloads)).toEqual([
      0, 3, 0, 4,
    ]);
    const days = body.days.map(({ day }: { day: string }) => day);
    const one = await downloadsOf(id, { from: days[27], to: days[27] });
    expect(one.body).toEqual({
      from: days[27],
      to: days[27],
      total: 3,
      days: [{ day: days[27], downloads: 3 }],
    });
    expect((await downloadsOf(id, { from: days[26], to: days[28] })).body.total).toBe(3);
    expect((await downloadsOf(id, { to: days[26] })).body.total).toBe(0);
  });

  it.each([
    [{ from: '2026-11-02', to: '2026-11-01' }, 'from must not be after to, which is 2026-11-01'],
    [
      { from: '2025-01-01', to: '2026-11-01' },
      'from must be at most 365 days before to, which is 2026-11-01',
    ],
    [{ from: '2026-02-30' }, 'from must be a day such as 2026-11-23'],
    [{ to: 'yesterday' }, 'to must be a day such as 2026-11-23'],
    [{ to: '2026-11-01T00:00:00Z' }, 'to must be a day such as 2026-11-23'],
    [{ to: '0000-01-01' }, 'to must be a day such as 2026-11-23'],
  ])('refuses %j', async (query, message) => {
    const { id } = await given.node();
    expect(await downloadsOf(id, query as Record<string, string>)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', message: expect.stringContaining(message) },
    });
  });

  it('shows a banned node to its publisher and admins, and an unknown one to nobody', async () => {
    const { id, owner } = await given.node();
    await app.api.as(await given.admin()).post(`/nodes/${id}/ban`, { reason: 'test' });
    expect((await downloadsOf(id)).status).toBe(403);
    expect((await app.api.as(owner).get(`/nodes/${id}/downloads`)).status).toBe(200);
    expect((await downloadsOf('no-such-node')).status).toBe(404);
  });
});
