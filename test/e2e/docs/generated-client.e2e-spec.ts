import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { TINY_PNG } from '../rights/tiny-png.js';

const TOOLS = path.resolve('node_modules');
const COMPILER_OPTIONS = {
  strict: true,
  noUncheckedIndexedAccess: true,
  target: 'es2023',
  module: 'commonjs',
  moduleResolution: 'bundler',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
  outDir: 'made',
};

/** What a program that uses the client would write: it compiles only when the types are right. */
const PROGRAM = `
import type { ImageTask, NodeResponse, NodeVersionResponse, TaskDetailsResponse } from './client';
import { relightImage, getTask, searchNodes } from './client';
export const states: Record<ImageTask['status'], boolean> = { CREATED: false, IN_PROGRESS: false, COMPLETED: true, FAILED: true };
export const numberOf = (node: NodeResponse): NodeVersionResponse['version'] | undefined => node.latest_version?.version;
export const attempts = (task: TaskDetailsResponse): number => task.deliveries.reduce((sum, one) => sum + one.attempts.length, 0);
export async function run(): Promise<string> {
  const { data } = await relightImage({ body: { image: '' }, throwOnError: true });
  await getTask({ path: { id: data.data.task_id } });
  const { error } = await searchNodes({ query: { limit: 5 } });
  return error?.error ?? data.data.status;
}
`;

async function run(tool: string, ...options: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [path.join(TOOLS, tool), ...options]);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text));
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(said);
}

describe('the client generated from the API document', () => {
  let app: TestApp;
  let folder: string;
  let api: any;

  beforeAll(async () => {
    app = await TestApp.start();
    folder = await mkdtemp(path.join(os.tmpdir(), 'atelier-client-'));
    await cp('packages/client/src/generated', path.join(folder, 'client'), {
      recursive: true,
      filter: (file) => !file.includes('@tanstack'),
    });
    await writeFile(path.join(folder, 'program.ts'), PROGRAM);
    const config = path.join(folder, 'tsconfig.json');
    await writeFile(config, JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['**/*.ts'] }));
    await run('typescript/bin/tsc', '-p', config);
    const made = createRequire(path.join(folder, 'made/'));
    api = made('./client/index.js');
    const { token } = await app.caller({ isApproved: true });
    made('./client/client.gen.js').client.setConfig({ baseUrl: app.api.baseUrl, auth: () => token });
  });
  afterAll(async () => {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('makes a picture: starts a task, follows it to its end, and fetches what was made', async () => {
    const { data, response } = await api.relightImage({ body: { image: TINY_PNG, prompt: 'soft light' } });
    expect([data.data.status, Number(response.headers.get('x-credits-used'))]).toEqual(['CREATED', 22]);
    const lookUp = async () => (await api.getRelightTask({ path: { task_id: data.data.task_id } })).data.data;
    await until(async () => (await lookUp()).status === 'COMPLETED');
    const relit = await lookUp();
    expect((await fetch(relit.generated[0])).status).toBe(200);
    const { data: task } = await api.getTask({ path: { id: data.data.task_id } });
    expect(task).toMatchObject({ kind: 'image-relight', status: 'succeeded', deliveries: [] });
  });

  it('publishes a version and finds its node', async () => {
    const team = { publisherId: 'client-team' };
    expect((await api.createPublisher({ body: { id: team.publisherId } })).response.status).toBe(201);
    const { data } = await api.publishNodeVersion({
      path: { ...team, nodeId: 'client-node' },
      body: { node: { description: 'Made by a generated client' }, node_version: { version: '1.0.0' } },
    });
    expect(data.node_version).toMatchObject({ version: '1.0.0', status: 'NodeVersionStatusPending' });
    const { data: found } = await api.searchNodes({ query: { search: 'client-node' } });
    expect(found.nodes.map((node: { id: string }) => node.id)).toEqual(['client-node']);
  });

  it('hands errors back as they are described', async () => {
    const { error, response } = await api.searchNodes({ query: { limit: 1_000 } });
    expect([response.status, error.error]).toEqual([400, 'invalid_request']);
    expect((await api.getNode({ path: { nodeId: 'nowhere' } })).error.error).toBe('node_not_found');
  });
});
