import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parse, parseAllDocuments } from 'yaml';
import { fromBuffer } from 'yauzl';
import {
  type CiIssuer,
  COMMIT,
  githubClaims,
  gitlabClaims,
  signed,
  startCiIssuer,
} from '../../support/ci-issuer.js';
import { GivenRegistry } from '../../support/given-registry.js';
import { packageFiles } from '../../support/package-archive.js';
import { TestApp } from '../../support/test-app.js';

const CI = path.join(import.meta.dirname, '../../../deploy/ci');

function namesIn(zip: Buffer): Promise<string[]> {
  return new Promise((resolve, reject) =>
    fromBuffer(zip, (error, archive) => {
      if (error) return reject(error);
      const names: string[] = [];
      archive.on('entry', ({ fileName }: { fileName: string }) => names.push(fileName));
      archive.on('error', reject).on('end', () => resolve(names));
    }),
  );
}

describe('deploy/ci', () => {
  let app: TestApp;
  let given: GivenRegistry;
  let github: CiIssuer;
  let gitlab: CiIssuer;
  let home: string;

  beforeAll(async () => {
    github = await startCiIssuer('/_services/token');
    gitlab = await startCiIssuer('');
    app = await TestApp.start({ TRUSTED_ISSUERS: `github=${github.issuer},gitlab=${gitlab.issuer}` });
    given = new GivenRegistry(app);
    home = await mkdtemp(path.join(os.tmpdir(), 'atelier-ci-'));
    github.answerWith((audience) => signed(githubClaims(github.issuer, audience), github.key));
  });
  afterAll(async () => {
    await rm(home, { recursive: true, force: true });
    await app.stop();
    await github.close();
    await gitlab.close();
  });

  const url = (): string => app.api.baseUrl.replace('127.0.0.1', 'localhost');

  /** A repository as a CI job has checked it out. */
  async function checkout(
    nodeId: string,
    version: string,
    files: Record<string, string> = {},
  ): Promise<string> {
    const folder = path.join(home, `${nodeId}-${version}`);
    await mkdir(path.join(folder, 'notes'), { recursive: true });
    const project = `
[project]
name = "${nodeId}"
version = "${version}"
description = "Softens pictures."
license = { file = "LICENSE" }
keywords = ["image", "blur"]
dependencies = ["numpy>=1.26", "comfyui-frontend-package<=1.21.6"]
classifiers = ["Operating System :: OS Independent", "Environment :: GPU :: NVIDIA CUDA"]
[project.urls]
Repository = "https://github.com/octo-org/octo-repo"
[tool.comfy]
PublisherId = "ignored-here"
DisplayName = "Soft Pictures"
requires-comfyui = ">=1.0.0"
`;
    const all = {
      ...Object.fromEntries(
        packageFiles('Blur').map(({ name, content }) => [path.basename(String(name)), String(content)]),
      ),
      'pyproject.toml': project,
      '.comfyignore': 'notes/\n',
      'notes/todo.txt': 'not to be packed',
      ...files,
    };
    for (const [name, content] of Object.entries(all)) await writeFile(path.join(folder, name), content);
    await symlink('/etc/passwd', path.join(folder, 'link'));
    for (const words of [
      ['init', '-q'],
      ['add', '-A'],
    ])
      expect(spawnSync('git', words, { cwd: folder })).toMatchObject({ status: 0 });
    await writeFile(path.join(folder, 'untracked.txt'), 'not to be packed');
    return folder;
  }

  async function run(folder: string, env: Record<string, string>) {
    const child = spawn('python3', [path.join(CI, 'publish.py')], {
      env: { PATH: process.env.PATH, HOME: home, ATELIER_URL: url(), ATELIER_FOLDER: folder, ...env },
    });
    const [stdout, stderr, status] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.once('close', resolve)),
    ]);
    return { stdout, stderr, status };
  }

  async function trust(issuer: string, repository: object, workflow: string): Promise<string> {
    const publisher = await given.publisher();
    const node_id = given.id('from-ci');
    const body = { node_id, issuer, ...repository, workflow, environment: 'release' };
    expect(
      await app.api.as(publisher.owner).post(`/publishers/${publisher.id}/trusted-publishers`, body),
    ).toMatchObject({ status: 201 });
    return node_id;
  }
  const OCTO = { repository: 'octo-org/octo-repo', repository_id: '74', owner_id: '65' };
  const asked = (): Record<string, string> => ({
    ACTIONS_ID_TOKEN_REQUEST_URL: github.tokenUrl,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-this-job',
  });

  it('publishes from a GitHub job, tells the runner, and shows no token but to hide it', async () => {
    const id = await trust(github.issuer, OCTO, 'release.yml');
    const files = {
      GITHUB_OUTPUT: path.join(home, 'output'),
      GITHUB_STEP_SUMMARY: path.join(home, 'summary'),
    };
    const folder = await checkout(id, '1.0.0');
    const ran = await run(folder, {
      ...asked(),
      ...files,
      GITHUB_ACTIONS: 'true',
      ATELIER_CHANGELOG: 'First.',
    });
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    const page = `${url()}/console/registry/nodes/${id}/versions/1.0.0`;
    expect(ran.stdout).toContain(`Report: ${page}\n`);
    expect(ran.stdout).toContain(`${id} 1.0.0 is active.`);
    expect(ran.stdout.match(/atl_\w+/g)).toHaveLength(1);
    expect(ran.stdout).toMatch(/^::add-mask::atl_\w+$/m);
    expect(await readFile(files.GITHUB_OUTPUT, 'utf8')).toBe(`version=1.0.0\nstatus=active\nurl=${page}\n`);
    expect(await readFile(files.GITHUB_STEP_SUMMARY, 'utf8')).toContain(page);
    const { body: node } = await app.api.get(`/nodes/${id}`);
    expect(node).toMatchObject({
      name: 'Soft Pictures',
      description: 'Softens pictures.',
      license: 'LICENSE',
      repository: 'https://github.com/octo-org/octo-repo',
      tags: ['image', 'blur'],
      supported_app_version: '>=1.0.0',
    });
    expect(node.latest_version).toMatchObject({
      version: '1.0.0',
      changelog: 'First.',
      dependencies: ['numpy>=1.26', 'comfyui-frontend-package<=1.21.6'],
      supported_os: ['OS Independent'],
      supported_accelerators: ['GPU :: NVIDIA CUDA'],
      supported_app_frontend_version: '<=1.21.6',
      provenance: { commit: COMMIT, workflow: '.github/workflows/release.yml' },
    });
    const archive = await app.api.get(`/nodes/${id}/versions/1.0.0/archive`);
    expect(await namesIn(archive.bytes)).toEqual([
      '.comfyignore',
      'LICENSE',
      '__init__.py',
      'pyproject.toml',
    ]);
  });

  it('publishes from a GitLab job, whose token has the audience of the component', async () => {
    gitlab.repositories.push({ id: 20, ownerId: 72, path: 'my-group/sub/my-project' });
    const id = await trust(gitlab.issuer, { repository: 'my-group/sub/my-project' }, '.gitlab-ci.yml');
    const token = await signed(gitlabClaims(gitlab.issuer, url()), gitlab.key);
    const ran = await run(await checkout(id, '1.0.0'), { ATELIER_ID_TOKEN: token });
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    const again = await run(await checkout(id, '1.0.1'), { ATELIER_ID_TOKEN: token });
    expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('identity_token_used') });
  });

  it('fails when the archive is refused, and when the job is not trusted', async () => {
    const id = await trust(github.issuer, OCTO, 'release.yml');
    // Two names that are one on some systems.
    const refused = await run(await checkout(id, '1.0.0', { 'A.py': '', 'a.py': '' }), asked());
    expect(refused).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('The check refused the archive'),
    });
    expect(refused.stdout).toContain('Report: ');
    const other = await run(await checkout(given.id('untrusted'), '1.0.0'), asked());
    expect(other).toMatchObject({ status: 1, stderr: expect.stringContaining('no_trusted_publisher') });
    const without = await run(await checkout(given.id('without'), '1.0.0'), {});
    expect(without).toMatchObject({ status: 1, stderr: expect.stringContaining('id-token: write') });
    const plain = await run(await checkout(given.id('plain'), '1.0.0'), {
      ...asked(),
      ATELIER_URL: 'http://registry.example',
    });
    expect(plain).toMatchObject({ status: 1, stderr: expect.stringContaining('must be the https address') });
  });

  it('has an action and a component that run the script with what it reads', async () => {
    const script = await readFile(path.join(CI, 'publish.py'), 'utf8');
    const read = [...script.matchAll(/"(ATELIER_[A-Z_]+)"/g)].map(([, name]) => name);
    const action = parse(await readFile(path.join(CI, 'action.yml'), 'utf8'));
    const [step] = action.runs.steps;
    expect(step.run).toContain('publish.py');
    expect(Object.keys(step.env).filter((name) => !read.includes(name))).toEqual([]);
    for (const value of Object.values<string>(step.env))
      expect(action.inputs).toHaveProperty([/inputs\.([\w-]+)/.exec(value)?.[1] ?? '']);
    const [spec, jobs] = parseAllDocuments(await readFile(path.join(CI, 'gitlab.yml'), 'utf8')).map((one) =>
      one.toJSON(),
    );
    const job = jobs['publish-to-atelier'];
    expect(read).toEqual(
      expect.arrayContaining([...Object.keys(job.variables), ...Object.keys(job.id_tokens)]),
    );
    const used = [...JSON.stringify(jobs).matchAll(/\$\[\[ inputs\.(\w+) \]\]/g)].map(([, name]) => name);
    expect([...new Set(used)].sort()).toEqual(Object.keys(spec.spec.inputs).sort());
  });
});
