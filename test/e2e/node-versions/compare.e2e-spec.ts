import { packageFiles, Publishing, type Team } from '../../support/publishing.js';
import { type Caller, type Reply, TestApp } from '../../support/test-app.js';
import { zipBytes } from '../../support/zip-bytes.js';

describe('GET /nodes/:nodeId/compare', () => {
  let app: TestApp;
  let publishing: Publishing;
  let team: Team;

  beforeAll(async () => {
    app = await TestApp.start();
    publishing = new Publishing(app);
    team = await publishing.team();
    await publishing.publish(team, 'compared', '1.0.0', before, { dependencies: ['numpy>=1.24', 'rich'] });
    await publishing.publish(team, 'compared', '1.1.0', after, {
      dependencies: ['NumPy>=1.26', 'requests==2.32.0'],
    });
  });
  afterAll(() => app.stop());

  const licence = { name: 'pack/LICENSE', content: 'Apache License\nVersion 2.0' };
  const [source = { name: 'pack/__init__.py' }] = packageFiles('Blur', 'Sharpen');
  const before = zipBytes([source, licence, { name: 'pack/old.txt', content: 'old' }]);
  const changed = String(source.content)
    .replace('{"image": ("IMAGE",)}', '{"image": ("IMAGE",), "radius": ("INT",)}')
    .replace('"Sharpen"', '"Glow"');
  const after = zipBytes([
    { ...source, content: `${changed}\nimport subprocess\nsubprocess.run(["ls"])\n` },
    licence,
    { name: 'pack/new.txt', content: 'new!' },
  ]);
  const compare = (query: string, who?: Caller): Promise<Reply> =>
    (who ? app.api.as(who) : app.api).get(`/nodes/compared/compare?${query}`);

  it('tells which files, app nodes and dependencies changed', async () => {
    const { status, body } = await compare('from=1.0.0&to=1.1.0');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      from: { version: '1.0.0', licence: 'Apache-2.0', files: 3, archive_bytes: before.length },
      to: { version: '1.1.0', licence: 'Apache-2.0', files: 3, archive_bytes: after.length },
      files: {
        is_known: true,
        total: 3,
        added: [{ path: 'new.txt', bytes: 4 }],
        removed: [{ path: 'old.txt', bytes: 3 }],
        changed: [{ path: '__init__.py', bytes_before: String(source.content).length }],
      },
      app_nodes: {
        added: ['Glow'],
        removed: ['Sharpen'],
        changed: [
          {
            name: 'Blur',
            inputs_added: ['radius'],
            inputs_removed: [],
            inputs_changed: [],
            outputs_changed: false,
          },
        ],
      },
      dependencies: {
        added: ['requests==2.32.0'],
        removed: ['rich'],
        changed: [{ name: 'numpy', before: 'numpy>=1.24', after: 'NumPy>=1.26' }],
      },
      findings: null,
    });
  });

  it('shows members which findings are new', async () => {
    const { body } = await compare('from=1.0.0&to=1.1.0', team.owner);
    const codes = body.findings.added.map(({ code }: { code: string }) => code);
    expect(codes).toContain('starts_programs');
    expect(body.findings.removed).toEqual([]);
    const back = await compare('from=1.1.0&to=1.0.0', team.owner);
    expect(back.body.findings.removed.map(({ code }: { code: string }) => code)).toEqual(codes);
  });

  it('finds no difference between a version and itself', async () => {
    expect((await compare('from=1.0.0&to=1.0.0', team.owner)).body).toMatchObject({
      files: { total: 0 },
      app_nodes: { added: [], removed: [], changed: [] },
      findings: { added: [], removed: [] },
    });
  });

  it('answers only for versions that the caller may see', async () => {
    expect((await compare('from=1.0.0&to=7.0.0')).status).toBe(404);
    expect((await compare('from=1.0.0')).status).toBe(400);
    const admin = await app.caller({ isAdmin: true });
    await app.api.as(admin).put('/admin/nodes/compared/versions/1.0.0', {
      status: 'NodeVersionStatusBanned',
      status_reason: 'Bad.',
    });
    expect((await compare('from=1.0.0&to=1.1.0')).status).toBe(403);
    expect((await compare('from=1.1.0&to=1.0.0')).status).toBe(403);
    expect((await compare('from=1.0.0&to=1.1.0', team.owner)).status).toBe(200);
  });
});
