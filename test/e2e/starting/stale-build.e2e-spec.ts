import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../../..');

describe('a check that reads the compiled service', () => {
  let root: string;

  beforeAll(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'atelier-checkout-'));
    for (const read of ['scripts', 'module-graph.cjs']) {
      await cp(path.join(ROOT, read), path.join(root, read), { recursive: true });
    }
    await mkdir(path.join(root, 'dist'));
    await writeFile(path.join(root, 'dist/.atelier-build'), 'of yesterday');
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  it.each(['openapi.mjs', 'generate-docs.mjs', 'check-migrations.mjs'])(
    '%s fails on a build of other sources',
    (script) => {
      const file = path.join(root, 'scripts', script);
      const run = spawnSync(process.execPath, [file, '--check'], { cwd: root, encoding: 'utf8' });
      expect(run.stderr).toBe('dist/ was not built from these sources. Run npm run build first.\n');
      expect(run.status).toBe(1);
    },
  );
});
