// Checks that each migration is as recorded in SHA256SUMS and that programs of the version before can keep running beside it
// (migration-rules.mjs), runs all on an empty embedded database, checks that the entities agree with it, then reverts all but the
// baseline. Needs a build. With --record it first records new migrations.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { requireBuild } from './prepare.mjs';

const root = path.resolve(import.meta.dirname, '..');
requireBuild();
const { findMigrationProblems } = await import('./migration-rules.mjs');
const database = await import(`${root}/dist/libs/platform/database/src/index.js`);
const functions = await import(`${root}/dist/libs/platform/database/src/schema/sql-functions.js`);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-migrations-'));
const server = await database.startEmbeddedPostgres({
  dataDir: folder,
  database: 'atelier',
  settings: { fsync: 'off' },
});

function check(what, { isGood, output }) {
  console.log(`${isGood ? 'ok' : 'FAILED'}: ${what}`);
  if (isGood) return;
  console.log(output);
  process.exitCode = 1;
}

/** A migration that has run somewhere is never edited, and functions have a version for each text. */
async function checkSums() {
  const source = path.join(root, 'libs/platform/database/src');
  const sums = path.join(source, 'migrations/SHA256SUMS');
  const recorded = fs.readFileSync(sums, 'utf8').trim().split('\n');
  const sumOf = (name) =>
    createHash('sha256')
      .update(fs.readFileSync(path.join(source, name)))
      .digest('hex');
  const { version, hash } = await functions.readSqlFunctions();
  const lines = fs
    .globSync('{baseline,migrations}/*.{sql,ts}', { cwd: source })
    .sort()
    .map((name) => `${sumOf(name)}  ${name}`);
  lines.push(`${hash}  functions ${version}`);
  const nameOf = (line) => line.slice(line.indexOf('  '));
  const isNew = (line) => !recorded.some((one) => nameOf(one) === nameOf(line));
  if (process.argv.includes('--record')) {
    recorded.push(...lines.filter(isNew));
    fs.writeFileSync(sums, `${recorded.filter(Boolean).join('\n')}\n`);
  }
  const problems = lines
    .filter((line) => !recorded.includes(line))
    .map((line) =>
      isNew(line)
        ? `${nameOf(line)} is new: run npm run migration:check -- --record`
        : `${nameOf(line)} was edited: write another migration, or raise FUNCTIONS_VERSION, and record that`,
    );
  check('migrations are as they were recorded', {
    isGood: problems.length === 0,
    output: problems.join('\n'),
  });
}

async function checkRules() {
  const folder = path.join(root, 'dist/libs/platform/database/src/migrations');
  const files = fs.readdirSync(folder).filter((name) => name.endsWith('.js'));
  const problems = [];
  for (const file of files.filter((name) => !name.startsWith(database.BASELINE))) {
    const [Migration] = Object.values(await import(path.join(folder, file)));
    for (const problem of await findMigrationProblems(new Migration()))
      problems.push(`  ${file}: ${problem}`);
  }
  check('programs of the version before can go on beside new migrations', {
    isGood: problems.length === 0,
    output: problems.join('\n'),
  });
}

/** As `typeorm migration:revert` does, once for each. */
async function takeBack(dataSource, count) {
  for (let left = count; left > 0; left -= 1) await dataSource.undoLastMigration({ transaction: 'each' });
}

try {
  await checkSums();
  await checkRules();
  const ran = await database.runMigrations(server.url);
  process.env.DATABASE_URL = server.url;
  const { default: dataSource } = await import(`${root}/dist/ormconfig.js`);
  await dataSource.initialize();
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  check('the entities match the migrations', {
    isGood: upQueries.length === 0,
    output: upQueries.map(({ query }) => query).join('\n'),
  });
  // The first one is the baseline, the last one the functions.
  const problem = await takeBack(dataSource, ran.length - 2).catch((error) => error);
  check('every migration after the baseline can be taken back', { isGood: !problem, output: problem?.stack });
  await dataSource.destroy();
} finally {
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
