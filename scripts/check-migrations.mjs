// Checks that programs of the version before can keep running beside each new migration (migration-rules.mjs), runs all on an
// empty embedded database, checks that the entities agree with it, then reverts all migrations. Needs a build.
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

/** As `typeorm migration:revert` does, once for each. */
async function takeBack(dataSource, count) {
  for (let left = count; left > 0; left -= 1) await dataSource.undoLastMigration({ transaction: 'each' });
}

try {
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
  const problem = await takeBack(dataSource, ran.length).catch((error) => error);
  check('every migration can be taken back', { isGood: !problem, output: problem?.stack });
  await dataSource.destroy();
} finally {
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
