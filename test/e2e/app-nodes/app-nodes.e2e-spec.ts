import { Client } from 'pg';
import { packageOf, Publishing, type Team } from '../../support/publishing.js';
import { type Caller, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { zipBytes } from '../../support/zip-bytes.js';

describe('app nodes', () => {
  let app: TestApp;
  let publishing: Publishing;
  let team: Team;
  let admin: Caller;

  beforeAll(async () => {
    app = await TestApp.start();
    publishing = new Publishing(app);
    team = await publishing.team();
    admin = await app.caller({ isAdmin: true });
    await publishing.publish(team, 'Kit', '1.0.0', packageOf('Old', 'Shared/Name'));
    await publishing.publish(team, 'Kit', '2.0.0', packageOf('New ', 'Shared/Name'));
    await publishing.publish(team, 'other-kit', '1.0.0', packageOf('Shared/Name', '作る'));
  });
  afterAll(() => app.stop());

  async function names(query: string): Promise<string[]> {
    const { body } = await app.api.get(`/app-nodes?${query}`);
    return (body.app_nodes as { app_node_name: string }[]).map((one) => one.app_node_name);
  }

  it('are shown with all that the package says', async () => {
    const { body } = await app.api.get('/app-nodes?node_id=kit&app_node_name=New%20');
    expect(body).toEqual({
      total: 1,
      next_cursor: null,
      app_nodes: [
        {
          app_node_name: 'New ',
          display_name: '',
          category: 'image/filters',
          description: 'Softens an image.',
          docstring: '',
          function: 'blur',
          input_types: '{"required":{"image":["IMAGE"]}}',
          return_types: '["IMAGE"]',
          return_names: '["image"]',
          output_is_list: [false],
          deprecated: false,
          experimental: false,
          policy: 'AppNodePolicyActive',
        },
      ],
    });
  });

  it('are those of the latest version unless another is asked for', async () => {
    expect(await names('node_id=Kit')).toEqual(['New ', 'Shared/Name']);
    expect(await names('node_id=Kit&node_version=1.0')).toEqual(['Old', 'Shared/Name']);
    expect(await names('node_id=Kit&node_version=7.0.0')).toEqual([]);
    expect(await names('app_node_name=Shared/Name')).toEqual(['Shared/Name', 'Shared/Name']);
    expect(await names("app_node_name=' or 1=1 --")).toEqual([]);
    expect((await app.api.get('/app-nodes')).body.total).toBe(4);
  });

  it('come in pages, with pageSize as another word for limit', async () => {
    const all = await names('limit=100');
    expect([...(await names('limit=3')), ...(await names('pageSize=3&page=2'))]).toEqual(all);
    for (const query of ['page=0', 'limit=101', 'pageSize=101', 'limit=0', 'page=101&limit=100']) {
      expect((await app.api.get(`/app-nodes?${query}`)).status).toBe(400);
    }
    expect((await app.api.get('/app-nodes')).headers.get('x-total-exact')).toBe('true');
  });

  it('lead to their node; preemption wins', async () => {
    const nodeOf = (name: string) => app.api.get(`/app-nodes/${encodeURIComponent(name)}/node`);
    expect((await nodeOf('作る')).body.id).toBe('other-kit');
    expect(await nodeOf('Old')).toMatchObject({ status: 404, body: { error: 'app_node_not_found' } });
    expect((await nodeOf('Shared/Name')).body.id).toBe('Kit');
    const preempt = (nodeId: string, list: string[]) =>
      app.api.as(admin).put(`/admin/nodes/${nodeId}`, { preempted_app_node_names: list });
    expect((await preempt('other-kit', ['Shared/Name'])).status).toBe(200);
    expect((await nodeOf('Shared/Name')).body.id).toBe('other-kit');
    await preempt('other-kit', []);
    expect((await nodeOf('Shared/Name')).body.id).toBe('Kit');
  });

  it('leave with their version and come back with it', async () => {
    const path = `/publishers/${team.id}/nodes/Kit/versions/2.0.0`;
    await app.api.as(team.owner).put(path, { deprecated: true });
    expect(await names('node_id=Kit')).toEqual(['Old', 'Shared/Name']);
    const found = await app.api.get('/nodes/search?app_node_search=Old');
    expect(found.body.nodes.map((node: { id: string }) => node.id)).toContain('Kit');
    await app.api.as(team.owner).put(path, { deprecated: false });
    expect(await names('node_id=Kit')).toEqual(['New ', 'Shared/Name']);
  });

  const SPARSE = `
class Sparse:
    """
    Says little.
    """
    RETURN_TYPES = ("IMAGE", "MASK")

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}

class Silent:
    FUNCTION = "run"
    INPUT_TYPES = {"required": {"n": ("FLOAT", {"default": 1.0, "max": 1e16, "step": 1})}}

NODE_CLASS_MAPPINGS = {"Sparse": Sparse, "Silent": Silent, "Foreign": __import__("nodes").KSampler}
`;
  const fieldsOf = async (version: string) => {
    const { body } = await app.api.get(`/nodes/sparse/versions/${version}/app-nodes`);
    return (body.app_nodes as Record<string, unknown>[]).map((one) => [
      one.app_node_name,
      one.input_types,
      one.return_types,
      one.return_names,
      one.output_is_list,
      one.description,
      one.docstring,
    ]);
  };

  it('have the outputs that the host would fill in, and the documentation of their class apart', async () => {
    const archive = zipBytes([{ name: '__init__.py', content: SPARSE }]);
    await publishing.publish(team, 'sparse', '1.0.0', archive);
    const unknown = expect.stringContaining('"$unknown"') as unknown;
    expect(await fieldsOf('1.0.0')).toEqual([
      ['Foreign', unknown, unknown, unknown, [], '', ''],
      ['Silent', '{"required":{"n":["FLOAT",{"default":1.0,"max":1e+16,"step":1}]}}', '[]', '[]', [], '', ''],
      [
        'Sparse',
        '{"required":{}}',
        '["IMAGE","MASK"]',
        '["IMAGE","MASK"]',
        [false, false],
        '',
        'Says little.',
      ],
    ]);
  });

  it('leave out of their texts what hides or turns them', async () => {
    const content = `
class Turned:
    "Says \u202Eelttil."
    CATEGORY = "image/\u2066blur"
    DESCRIPTION = "Soft\\x1bens \u202Elive\u202C, \u05E9\u05DC\u200F."

NODE_CLASS_MAPPINGS = {"Turned": Turned}
NODE_DISPLAY_NAME_MAPPINGS = {"Turned": "gpj\u202Eexe"}
`;
    await publishing.publish(team, 'turned', '1.0.0', zipBytes([{ name: '__init__.py', content }]));
    const { body } = await app.api.as(team.owner).get('/nodes/turned/versions/1.0.0/app-nodes');
    expect(body.app_nodes).toMatchObject([
      {
        display_name: 'gpjexe',
        category: 'image/blur',
        description: 'Softens live, \u05E9\u05DC\u200F.',
        docstring: 'Says elttil.',
      },
    ]);
  });

  it('are kept when the code runs on and on, and the version says so', async () => {
    const endless = `text = "ab" * 400000\nwhile True:\n    other = text.replace("a", "b")\n`;
    const content = `${endless}${SPARSE.replace('"Silent": Silent, ', '')}`;
    const archive = zipBytes([{ name: '__init__.py', content }]);
    const version = await publishing.publish(team, 'endless', '1.0.0', archive);
    expect(version).toMatchObject({
      app_node_extract_status: 'success',
      app_node_extract_reason: '__init__.py:3 takes too many steps and was left',
    });
    expect(await names('node_id=endless')).toEqual(['Foreign', 'Sparse']);
    const report = await app.api.as(team.owner).get('/nodes/endless/versions/1.0.0/report');
    expect(report.body.findings).toContainEqual(
      expect.objectContaining({
        code: 'not_understood',
        message: 'Reading for app nodes: __init__.py:3 takes too many steps and was left.',
      }),
    );
  });

  it('are not said to be read where the package leaves their names to a library', async () => {
    const LOADED = 'from lib import load\nNODE_CLASS_MAPPINGS = load(__file__)\n';
    const unlisted = zipBytes([{ name: '__init__.py', content: LOADED }]);
    expect(await publishing.publish(team, 'loaded', '1.0.0', unlisted)).toMatchObject({
      status: 'NodeVersionStatusActive',
      app_node_extract_status: 'failed',
      app_node_extract_reason: 'comes from lib.load',
    });
    const listed = zipBytes([
      { name: '__init__.py', content: LOADED },
      { name: 'node_list.json', content: '{"Loaded A": "Says a.", "Loaded B": "Says b."}' },
    ]);
    expect(await publishing.publish(team, 'loaded', '1.1.0', listed)).toMatchObject({
      app_node_extract_status: 'success',
      app_node_extract_reason: 'comes from lib.load; 2 names are those of node_list.json',
    });
    expect(await names('node_id=loaded')).toEqual(['Loaded A', 'Loaded B']);
    const nodeOf = await app.api.get('/app-nodes/Loaded%20A/node');
    expect(nodeOf.body.id).toBe('loaded');
  });

  it('are read before the many that another publisher has sent earlier', async () => {
    const crowd = await publishing.team();
    const CROWD = Array.from({ length: 6 }, (_, at) => `crowd-${at}`);
    const waiting = () =>
      rowsOf(app.databaseUrl, `select from jobs where name = 'node-versions.check' and dead_at is null`);
    const locked = async (ids: string[]) => {
      const client = new Client({ connectionString: app.databaseUrl });
      await client.connect();
      await client.query('begin');
      await client.query(`select from nodes where id = any($1) for update`, [ids]);
      return client;
    };
    const links = new Map<string, string>();
    for (const name of [...CROWD, 'quick']) {
      const { body } = await publishing.announce(name === 'quick' ? team : crowd, name, '1.0.0');
      links.set(name, body.signedUrl as string);
    }
    const lockFirst = await locked(CROWD.slice(0, 2));
    const lockOthers = await locked(CROWD.slice(2));
    for (const [at, name] of [...links.keys()].entries()) {
      await publishing.upload(links.get(name) ?? '', packageOf(name));
      await until(async () => (await waiting()).length === at + 1);
    }
    await lockFirst.end();
    // The next ones of the crowd cannot end yet.
    await publishing.verdict(team, 'quick', '1.0.0');
    await lockOthers.end();
    for (const name of CROWD) await publishing.verdict(crowd, name, '1.0.0');
  });
});
