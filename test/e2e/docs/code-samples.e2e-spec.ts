import { execFile, spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Script } from 'node:vm';
import { apiDocument as document } from '../../support/api-contract.js';
import { type Caller, TestApp } from '../../support/test-app.js';

const run = promisify(execFile);
const SAMPLES = path.resolve('libs/media/work/src/samples/files');
const LANGUAGES = ['Shell', 'JavaScript', 'Python'] as const;
/** The id of every example. */
const EXAMPLE = '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11';
type Language = (typeof LANGUAGES)[number];

const has = (program: string, ...test: string[]): boolean => spawnSync(program, test).status === 0;
const tools: Record<Language, boolean> = {
  Shell: has('bash', '-c', 'curl --version'),
  JavaScript: true,
  Python: has('python3', '-c', 'import requests'),
};
const missing = LANGUAGES.filter((language) => !tools[language]);
if (missing.length > 0) console.warn(`SKIPPED: code samples in ${missing.join(', ')} are not run.`);

/** How a sample is run. */
const PROGRAMS: Record<Language, [string, ...string[]]> = {
  Shell: ['bash', '-c'],
  JavaScript: [process.execPath, '--input-type=module', '-e'],
  Python: ['python3', '-c'],
};

describe('the code samples of the API document', () => {
  let app: TestApp;
  let ada: Caller;
  let folder: string;
  let operations: Map<string, Record<Language, string>>;

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    ada = await app.caller();
    folder = await mkdtemp(path.join(os.tmpdir(), 'code-samples-'));
    await copyFile(path.join(SAMPLES, 'room.jpg'), path.join(folder, 'file'));
    const all = Object.entries<any>(document.paths).flatMap(([target, item]) =>
      Object.entries<any>(item).map(([method, operation]): [string, Record<Language, string>] => [
        `${method.toUpperCase()} ${target}`,
        Object.fromEntries(
          operation['x-codeSamples'].map(({ lang, source }: any) => [lang, source]),
        ) as Record<Language, string>,
      ]),
    );
    operations = new Map(all);
  });
  afterAll(async () => {
    await app.stop({ waiting: ['image-tasks.run'] });
    await rm(folder, { recursive: true, force: true });
  });

  async function outputOf(language: Language, operation: string, from = '?', to = '?'): Promise<string> {
    const sample = operations.get(operation)?.[language] ?? '';
    const source = sample.replaceAll(from, to).replaceAll('http://localhost:3000', app.api.baseUrl);
    const [program, ...options] = PROGRAMS[language];
    const env = { PATH: process.env.PATH, TOKEN: ada.token };
    const { stdout } = await run(program, [...options, source], { cwd: folder, env, timeout: 30_000 });
    return stdout;
  }

  it('are there for every operation, in three languages, and could be run', () => {
    expect(operations.size).toBeGreaterThan(150);
    const sources = [...operations.values()];
    for (const samples of sources) expect(Object.keys(samples)).toEqual([...LANGUAGES]);
    for (const { JavaScript } of sources)
      new Script(`(async () => {\n${JavaScript.replace(/^import .*$/m, '')}\n})`);
    const all = (language: Language) => sources.map((samples) => samples[language]);
    const shell = spawnSync('bash', ['-n'], { input: all('Shell').join('\n') });
    expect([shell.status, String(shell.stderr)]).toEqual([0, '']);
    const python = spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], {
      input: all('Python').join('\n'),
    });
    expect([python.status, String(python.stderr)]).toEqual([0, '']);
  });

  describe.each(LANGUAGES)('in %s', (language) => {
    const itRuns = tools[language] ? it : it.skip;

    itRuns('start a task, as its example says', async () => {
      const printed = await outputOf(language, 'POST /proxy/imgprov/v1/ai/image-relight');
      const [id = ''] = /[0-9a-f-]{36}/.exec(printed) ?? [];
      expect((await app.api.as(ada).get(`/tasks/${id}`)).body).toMatchObject({
        kind: 'image-relight',
        request: { prompt: 'warm (sunset:1.3) from the left' },
      });
    });

    itRuns('read without a token what is open, and say what was removed', async () => {
      expect(await outputOf(language, 'GET /health/live')).toMatch(
        /["']status["']: ?["']ok["']|status: 'ok'/,
      );
      const created = await app.api.as(ada).post('/users/tokens', { name: 'spare' });
      const printed = await outputOf(language, 'DELETE /users/tokens/{tokenId}', EXAMPLE, created.body.id);
      if (language !== 'Shell') expect(printed.trim()).toBe('204');
      expect((await app.api.as(created.body.token as string).get('/users')).status).toBe(401);
    });

    itRuns('send a file', async () => {
      const { body } = await app.api.as(ada).post('/uploads', { file_name: 'room.jpg' });
      const place = `http://localhost:3000/uploads/${EXAMPLE}.png`;
      const printed = await outputOf(language, 'PUT /uploads/{key}', place, body.upload_url);
      expect(printed).toMatch(/bytes['"]?: ?37674/);
    });
  });
});
