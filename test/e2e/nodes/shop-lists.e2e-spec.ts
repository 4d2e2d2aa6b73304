import { DataSource } from 'typeorm';
import { drain, makeAllDue } from '../../support/jobs.js';
import { Publishing, type Team } from '../../support/publishing.js';
import { type Caller, TestApp } from '../../support/test-app.js';

const DAY_MS = 86_400_000;

describe('lists for the pages of the registry', () => {
  let app: TestApp;
  let publishing: Publishing;
  let team: Team;
  let admin: Caller;

  beforeAll(async () => {
    app = await TestApp.start();
    publishing = new Publishing(app);
    team = await publishing.team();
    admin = await app.caller({ isAdmin: true });
  });
  afterAll(() => app.stop());

  const create = (id: string) =>
    app.api.as(team.owner).post(`/publishers/${team.id}/nodes`, { id, name: id });
  const downloaded = (id: string, daysAgo: number, downloads: number): Promise<unknown> =>
    app
      .get(DataSource)
      .query('insert into node_downloads (node_id, day, downloads) values ($1, $2, $3)', [
        id,
        new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10),
        downloads,
      ]);
  const refresh = async (): Promise<void> => {
    await makeAllDue(app);
    await drain(app);
  };
  const ban = (id: string) =>
    app.api.as(admin).post(`/publishers/${team.id}/nodes/${id}/ban`, { reason: 'x' });

  it('tells which nodes are downloaded more than in the week before', async () => {
    for (const id of ['steady', 'falling', 'tiny', 'newcomer', 'grower', 'forbidden']) await create(id);
    const counts: [string, number, number][] = [
      ['steady', 2, 1_000],
      ['steady', 9, 1_000],
      ['falling', 2, 10],
      ['falling', 9, 90],
      ['tiny', 1, 4],
      ['newcomer', 3, 40],
      ['grower', 6, 300],
      ['grower', 7, 100],
      ['grower', 14, 9_000],
      ['forbidden', 1, 900],
    ];
    for (const count of counts) await downloaded(...count);
    await refresh();
    await ban('forbidden');
    const { body } = await app.api.get('/registry/rising');
    expect(body.nodes).toMatchObject([
      { node: { id: 'grower' }, downloads_week: 300, downloads_week_before: 100 },
      { node: { id: 'newcomer' }, downloads_week: 40, downloads_week_before: 0 },
    ]);
    expect((await app.api.get('/registry/rising?limit=1')).body.nodes).toHaveLength(1);
  });

  it('tells which nodes need a node as a Python package, page by page', async () => {
    await create('Base_Pack');
    const needs = (id: string, ...dependencies: string[]) =>
      publishing.publish(team, id, '1.0.0', undefined, { dependencies });
    await needs('alpha', 'numpy', 'Base.Pack[fast] >= 1.2');
    await needs('beta', 'base-pack==1.0');
    await needs('gamma', 'base-pack-extra');
    await needs('delta', 'base_pack');
    await refresh();
    const first = await app.api.get('/nodes/base_pack/dependents?limit=2');
    expect(first.body.dependents).toMatchObject([
      { node: { id: 'alpha' }, requirement: 'Base.Pack[fast] >= 1.2' },
      { node: { id: 'beta' }, requirement: 'base-pack==1.0' },
    ]);
    const next = await app.api.get(`/nodes/base_pack/dependents?limit=2&cursor=${first.body.next_cursor}`);
    expect(next.body).toMatchObject({ dependents: [{ node: { id: 'delta' } }], next_cursor: null });

    await publishing.publish(team, 'alpha', '2.0.0', undefined, { dependencies: ['numpy'] });
    await publishing.publish(team, 'beta', '2.0.0', undefined, { dependencies: ['base-pack>=2'] });
    await ban('delta');
    await refresh();
    expect((await app.api.get('/nodes/base_pack/dependents')).body.dependents).toMatchObject([
      { node: { id: 'beta' }, requirement: 'base-pack>=2' },
    ]);
    expect((await app.api.get('/nodes/base_pack/dependents?cursor=x')).status).toBe(400);
    expect((await app.api.get('/nodes/absent/dependents')).status).toBe(404);
  });

  it('shows the files of an archive to members', async () => {
    await publishing.publish(team, 'sourced', '1.0.0');
    const at = '/nodes/sourced/versions/1.0.0/files/__init__.py';
    const { status, bytes, headers } = await app.api.as(team.owner).get(at);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(bytes.toString()).toContain('NODE_CLASS_MAPPINGS');
    expect((await app.api.as(await app.caller()).get(at)).status).toBe(403);
    expect((await app.api.get(at)).status).toBe(401);
    const outside = at.replace('__init__.py', encodeURIComponent('../../etc/passwd'));
    expect((await app.api.as(team.owner).get(outside)).status).toBe(404);
  });
});
