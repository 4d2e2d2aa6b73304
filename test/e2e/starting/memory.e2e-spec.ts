import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const MEMORY = pathToFileURL(path.join(import.meta.dirname, '../../../scripts/memory.mjs')).href;
const PROGRAM = `
  import { readFileSync } from 'node:fs';
  import { giveMemoryBack } from '${MEMORY}';
  giveMemoryBack();
  const atStart = readFileSync('/proc/self/environ', 'latin1').split('\\0').filter((line) => line.startsWith('MALLOC_'));
  console.log(JSON.stringify({ pid: process.pid, atStart: atStart.sort(), parameters: process.argv.slice(2) }));`;

describe('the start script', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'atelier-memory-'));
    await writeFile(path.join(folder, 'program.mjs'), PROGRAM);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function run(env: Record<string, string> = {}) {
    const child = spawn(process.execPath, [path.join(folder, 'program.mjs'), 'worker'], {
      env: { PATH: process.env.PATH, ...env },
    });
    let [words, complaints] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (words += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
    await once(child, 'close');
    expect(complaints).toBe('');
    return { child, said: JSON.parse(words) };
  }

  it('has memory given back to the system, as the same process with the same parameters', async () => {
    const { child, said } = await run();
    expect(said).toEqual({
      pid: child.pid,
      atStart: ['MALLOC_ARENA_MAX=2', 'MALLOC_MMAP_THRESHOLD_=262144', 'MALLOC_TRIM_THRESHOLD_=262144'],
      parameters: ['worker'],
    });
  });

  it('leaves the settings of an operator alone', async () => {
    expect((await run({ MALLOC_ARENA_MAX: '8' })).said.atStart).toEqual(['MALLOC_ARENA_MAX=8']);
  });
});
