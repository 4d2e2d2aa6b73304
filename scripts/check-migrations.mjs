// Asks whether programs of the version before can go on beside each new migration (migration-rules.mjs), runs all on an empty
// embedded database, asks whether the entities describe anything else, then takes all migrations back. Needs a build.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { requireBuild } from './prepare.mjs';

/** Migrations from before the rules: none may be added to them. */
const FORMER = { last: '1763931900000', count: 61 };

const root = path.resolve(import.meta.dirname, '..');
requireBuild();
const { findMigrationProblems } = await import('./migration-rules.mjs');
const database = await import(`${root}/dist/libs/platform/database/src/index.js`);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-migrations-'));
const server = await database.startEmbeddedPostgres({
  dataDir: folder,
  database: 'atelier',
  settings: { fsync: 'off' },
});

function typeorm(...parameters) {
  const cli = path.join(root, 'node_modules/typeorm/cli.js');
  const env = { ...process.env, DATABASE_URL: server.url };
  const run = spawnSync(process.execPath, [cli, ...parameters, '-d', 'dist/ormconfig.js'], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  return { isGood: run.status === 0, output: `${run.stdout}${run.stderr}` };
}

function check(what, { isGood, output }) {
  console.log(`${isGood ? 'ok' : 'FAILED'}: ${what}`);
  if (isGood) return;
  console.log(output);
  process.exitCode = 1;
}

async function checkRules() {
  const folder = path.join(root, 'dist/libs/platform/database/src/migrations');
  const files = fs.readdirSync(folder).filter((name) => name.endsWith('.js'));
  const former = files.filter((name) => name.split('-')[0] <= FORMER.last);
  const problems = [];
  if (former.length > FORMER.count) problems.push(`Give a new migration a number after ${FORMER.last}.`);
  for (const file of files.filter((name) => !former.includes(name))) {
    const [Migration] = Object.values(await import(path.join(folder, file)));
    for (const problem of await findMigrationProblems(new Migration()))
      problems.push(`  ${file}: ${problem}`);
  }
  check('programs of the version before can go on beside new migrations', {
    isGood: problems.length === 0,
    output: problems.join('\n'),
  });
}

try {
  await checkRules();
  const ran = await database.runMigrations(server.url);
  check(
    'the entities match the migrations',
    typeorm('migration:generate', '--check', path.join(folder, 'Drift')),
  );
  for (const _ of ran) {
    const result = typeorm('migration:revert');
    if (!result.isGood) {
      check('every migration can be taken back', result);
      break;
    }
  }
} finally {
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
