import {
  type CatalogueEntry,
  CatalogueImport,
  CatalogueModule,
  readCatalogueEntry,
} from '#libs/registry/catalogue';
import { NodesService } from '#libs/registry/nodes';
import { GivenRegistry } from '../../support/given-registry.js';
import { type Reply, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';
import { until } from '../../support/until.js';

type Line = { id: string } & Record<string, unknown>;

function entryOf(line: Line): CatalogueEntry {
  const entry = readCatalogueEntry(JSON.stringify(line));
  if (typeof entry === 'string') throw new Error(entry);
  return entry;
}

describe('the import of a catalogue', () => {
  let app: TestApp;
  let given: GivenRegistry;

  beforeAll(async () => {
    app = await TestApp.start({ DOWNLOAD_FLUSH_MS: '100' }, { modules: [CatalogueModule] });
    given = new GivenRegistry(app);
  });
  afterAll(() => app.stop());

  /** Loads batches of lines. @returns how many nodes changed. */
  async function load(...batches: (readonly Line[])[]): Promise<number> {
    return loadEntries(...batches.map((batch) => batch.map(entryOf)));
  }

  async function loadEntries(...batches: (readonly CatalogueEntry[])[]): Promise<number> {
    let changed = 0;
    const iterator = (async function* () {
      yield* batches;
    })();
    await app.get(CatalogueImport).load(iterator, (batch) => (changed += batch.changed));
    return changed;
  }

  const found = async (query: Record<string, string>): Promise<string[]> => {
    const { body } = await app.api.get(`/nodes/search?${new URLSearchParams(query).toString()}`);
    return body.nodes.map(({ id }: { id: string }) => id);
  };
  const description = async (id: string): Promise<unknown> =>
    (await app.api.get(`/nodes/${id}`)).body.description;
  const appNodeNames = async (id: string): Promise<string[]> => {
    const reply = await app.api.get(`/nodes/${id}/versions/1.0.0/app-nodes`);
    return reply.body.app_nodes.map((node: Record<string, string>) => node.app_node_name).sort();
  };
  const lastSerial = async (): Promise<string> => (await app.api.get('/changes?limit=1000')).body.last_serial;
  const changesSince = async (serial: string): Promise<string[]> => {
    const reply: Reply = await app.api.get(`/changes?since=${serial}&limit=1000`);
    return reply.body.changes.map(
      (change: Record<string, string>) =>
        `${change.kind} ${change.node_id ?? change.publisher_id}${change.version ? `@${change.version}` : ''}`,
    );
  };

  it('cannot install a version without an archive, and counts no download for trying', async () => {
    await load([
      { id: 'empty-shelf', author: 'Shelf Works' },
      { id: 'full-shelf', author: 'Shelf Works' },
    ]);
    const install = (query: string) => app.api.get(`/nodes/empty-shelf/install${query}`);
    for (const query of ['', '?version=1.0.0']) {
      expect(await install(query)).toMatchObject({ status: 404, body: { error: 'no_archive' } });
    }
    for (const version of ['latest', '1.0.0.0', 'v1.0.0', 'x'.repeat(200)]) {
      expect(await install(`?version=${version}`)).toMatchObject({
        status: 404,
        body: { error: 'version_not_found' },
      });
    }
    // Downloads are written in the order in which they were counted.
    app.get(NodesService).countDownload('full-shelf');
    const downloads = async (id: string) => (await app.api.get(`/nodes/${id}`)).body.downloads as number;
    await until(async () => (await downloads('full-shelf')) === 1);
    expect(await downloads('empty-shelf')).toBe(0);
  });

  it('leaves out what hides or turns texts, and so do replies of nodes that have some', async () => {
    const line = { id: 'turned', author: 'Turn Works', description: 'The \u202Elive\u202C node\u{E0041}.' };
    expect(entryOf(line)).toMatchObject({ description: 'The live node.' });
    // As one that was stored before texts were checked.
    await loadEntries([{ ...entryOf(line), description: line.description, license: 'M\u2067IT' }]);
    const hidden = `supported_app_version = E'>=\\u202E2.1', supported_app_frontend_version = E'\\u0007>=1'`;
    await rowsOf(app.databaseUrl, `update nodes set ${hidden} where id = 'turned'`);
    await rowsOf(
      app.databaseUrl,
      `update node_versions set ${hidden}, dependencies = array[E'num\\u202Epy'] where node_id = 'turned'`,
    );
    const shown = (await app.api.get('/nodes/turned')).body;
    const supported = { supported_app_version: '>=2.1', supported_app_frontend_version: '>=1' };
    expect(shown).toMatchObject({
      description: 'The live node.',
      license: 'MIT',
      ...supported,
      latest_version: { ...supported, dependencies: ['numpy'] },
    });
    const admin = await app.caller({ isAdmin: true });
    const back = { ...shown, name: 'Turned' };
    const reply = await app.api.as(admin).put(`/publishers/${shown.publisher.id}/nodes/turned`, back);
    expect(reply).toMatchObject({ status: 200, body: { name: 'Turned', description: 'The live node.' } });
  });

  it('stores nodes with a publisher, an active version and its app nodes, found at once', async () => {
    const since = await lastSerial();
    const lines = [
      {
        id: 'Harbour-Lights',
        name: 'Harbour Lights',
        author: 'Quay Works',
        description: 'Glows by night.',
        repository: 'https://example.com/quay/harbour-lights',
        github_stars: 12,
        app_nodes: ["Lighthouse's\\Beam", 'FogHorn'],
      },
      { id: 'tide-table', author: 'Quay Works' },
    ];
    expect(await load(lines)).toBe(2);
    expect((await app.api.get('/nodes/harbour-lights')).body).toMatchObject({
      id: 'Harbour-Lights',
      name: 'Harbour Lights',
      publisher: { id: 'quay-works', name: 'Quay Works' },
      github_stars: 12,
      latest_version: { version: '1.0.0', status: 'NodeVersionStatusActive' },
    });
    expect(await appNodeNames('harbour-lights')).toEqual(['FogHorn', "Lighthouse's\\Beam"]);
    const queries: Record<string, string>[] = [
      { search: 'harbor lights' },
      { search: 'quay glows' },
      { app_node_search: 'fog horn' },
      { app_node_search: 'lighthouse' },
      { repository_url_search: 'quay/harbour-lights' },
    ];
    for (const query of queries) expect(await found(query)).toContain('Harbour-Lights');
    expect(await changesSince(since)).toEqual([
      'publisher quay-works',
      'node Harbour-Lights',
      'node tide-table',
      'node_version Harbour-Lights@1.0.0',
      'node_version tide-table@1.0.0',
    ]);
  });

  it('takes invisible characters out of names and tags instead of refusing the line', async () => {
    const line = {
      id: 'hidden-letters',
      name: 'Hid\u200Bden \u202Eletters',
      author: 'Ink\uFEFF Works\n',
      tags: ['se\u200Bcret', 'secret', '\u2066', ' ', '👩‍🚀', 'two\nlines'],
    };
    expect(await load([line, { id: 'all-hidden', name: '\u200B', author: 'Ink Works' }])).toBe(2);
    const node = (await app.api.get('/nodes/hidden-letters')).body;
    expect(node).toMatchObject({
      name: 'Hidden letters',
      author: 'Ink Works',
      tags: ['secret', '👩‍🚀', 'two lines'],
      publisher: { id: 'ink-works', name: 'Ink Works' },
    });
    expect((await app.api.get('/nodes/all-hidden')).body.name).toBe('all-hidden');
    const admin = app.api.as(await given.admin());
    expect((await admin.put('/publishers/ink-works/nodes/hidden-letters', node)).status).toBe(200);
  });

  it('changes nothing and tells nobody when the same lines come again', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => ({
      id: `again-${at}`,
      author: `Author ${at % 7}`,
      tags: ['b', 'a'],
      app_nodes: [`AgainNode${at}`, 'Another'],
    }));
    expect(await load(lines.slice(0, 20), lines.slice(20))).toBe(30);
    const since = await lastSerial();
    expect(await load(lines.slice(0, 10), lines.slice(10))).toBe(0);
    expect(await changesSince(since)).toEqual([]);
  });

  it('keeps what changed, and nothing of what was there', async () => {
    await load([
      { id: 'changing', author: 'Shift', description: 'A zeppelin.', app_nodes: ['Gondola', 'Hull'] },
      { id: 'staying', author: 'Shift' },
    ]);
    const since = await lastSerial();
    const lines = [
      { id: 'changing', author: 'Shift', description: 'A submarine.', app_nodes: ['Periscope', 'Hull'] },
      { id: 'staying', author: 'Shift' },
    ];
    expect(await load(lines)).toBe(1);
    expect(await appNodeNames('changing')).toEqual(['Hull', 'Periscope']);
    expect(await found({ search: 'submarine' })).toEqual(['changing']);
    expect(await found({ search: 'zeppelin' })).not.toContain('changing');
    expect(await found({ app_node_search: 'periscope' })).toEqual(['changing']);
    expect(await found({ app_node_search: 'gondola' })).not.toContain('changing');
    expect(await changesSince(since)).toEqual(['node changing', 'node_version changing@1.0.0']);
  });

  it('adds to a publisher that has members and leaves its nodes alone, app nodes included', async () => {
    const owner = await given.publisher({ id: 'claimed', name: 'Claimed' });
    await load([{ id: 'of-claimed', author: 'claimed', description: 'Theirs.', app_nodes: ['Theirs'] }]);
    const own = await given.node({ publisher: owner, fields: { description: 'Own.' } });
    const since = await lastSerial();
    const lines = [
      { id: 'of-claimed', author: 'claimed', description: 'Ours.', app_nodes: ['Ours'] },
      { id: own.id, author: 'claimed', description: 'Ours.', app_nodes: ['Ours'] },
    ];
    expect(await load(lines)).toBe(0);
    expect([await description('of-claimed'), await description(own.id)]).toEqual(['Theirs.', 'Own.']);
    expect(await appNodeNames('of-claimed')).toEqual(['Theirs']);
    expect(await changesSince(since)).toEqual([]);
  });

  it.each([
    ['the same batch', [[1, 2]]],
    ['batches of which one is written while the other is read', [[1], [2]]],
    ['batches, the last of which says what was there before the first', [[2], [1], [2]]],
  ])('lets the last line win that names an id, in %s', async (name, batches) => {
    const id = given.id('twice');
    const said = (number: number): Line => ({
      id: number === 1 ? id.toUpperCase() : id,
      description: `Says ${number} in ${name}.`,
    });
    await load(...batches.map((batch) => batch.map(said)));
    expect(await description(id)).toBe(`Says 2 in ${name}.`);
    expect(await load([said(2)])).toBe(0);
  });

  it('puts back what another batch has just changed', async () => {
    const id = given.id('back');
    await load([{ id, description: 'Before.' }]);
    await load([{ id, description: 'Between.' }], [{ id, description: 'Before.' }]);
    expect(await description(id)).toBe('Before.');
  });

  it('knows nodes by the name that their publisher has already, and hides those of a banned one', async () => {
    await given.publisher({ id: 'renamed-crew', name: 'Albatross' });
    const banned = await given.publisher({ id: 'banned-crew', name: 'banned-crew' });
    const admin = app.api.as(await given.admin());
    expect((await admin.post(`/publishers/${banned.id}/ban`, { reason: 'Spam.' })).status).toBe(200);
    await load(
      [
        { id: 'flown', author: 'Renamed Crew', description: 'Kelpie.' },
        { id: 'sunk', author: 'banned-crew', description: 'Kelpie.' },
      ],
      [{ id: 'flown-too', author: 'Renamed-Crew', description: 'Kelpie.' }],
    );
    expect(await found({ search: 'kelpie' })).toEqual(['flown', 'flown-too']);
    expect((await found({ search: 'albatross kelpie' })).sort()).toEqual(['flown', 'flown-too']);
  });

  it('stores every node once when two imports of the same lines run at a time', async () => {
    const batches = Array.from({ length: 6 }, (_, batch) =>
      Array.from({ length: 25 }, (__, at) => ({
        id: `race-${batch}-${at}`,
        author: `Racer ${at % 9}`,
        description: 'Rowing boats.',
        app_nodes: [`Oar${batch}x${at}`, 'Rudder'],
      })),
    );
    const since = await lastSerial();
    const changed = await Promise.all([load(...batches), load(...batches)]);
    expect(changed[0] + changed[1]).toBe(150);
    const told = await changesSince(since);
    expect(told.filter((change) => change.startsWith('node race-'))).toHaveLength(150);
    expect(new Set(told).size).toBe(told.length);
    expect(await found({ app_node_search: 'oar5x24' })).toEqual(['race-5-24']);
  });

  it('leaves whole batches when one fails', async () => {
    const entries = ['whole-a', 'whole-b', 'part-a', 'part-b', 'never'].map((id) =>
      entryOf({ id, author: 'Half Way', description: 'Xylophone.' }),
    );
    const broken = { ...entries[3]!, category: null as unknown as string };
    const batches = [entries.slice(0, 2), [entries[2]!, broken], entries.slice(4)];
    await expect(loadEntries(...batches)).rejects.toThrow('"category"');
    expect((await found({ search: 'xylophone' })).sort()).toEqual(['whole-a', 'whole-b']);
    expect((await app.api.get('/nodes/part-a')).status).toBe(404);
    expect(await loadEntries(entries)).toBe(3);
    expect((await found({ search: 'xylophone' })).sort()).toEqual([
      'never',
      'part-a',
      'part-b',
      'whole-a',
      'whole-b',
    ]);
  });
});
