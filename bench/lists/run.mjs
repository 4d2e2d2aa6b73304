// Times of every list with a million rows each: npm run bench -- lists [--rows 1000000] [--data-dir FOLDER] [--times 30]
// [--only PART]. A folder that is named keeps what it was filled with. One request at a time, the first of each left out.
import { parseArgs } from 'node:util';
import { LIST_CALLS, targetOf } from '../../test/support/list-routes.ts';
import { MANY, manyRows } from '../../test/support/many-rows.ts';
import { openDatabase } from '../search/database.mjs';
import { startService } from '../support/service.mjs';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    times: { type: 'string', default: '30' },
    'data-dir': { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
/** What a list may take. */
const MOST_MS = 100;

const database = await openDatabase({ dataDir: values['data-dir'], clients: 2 });
const service = await startService({
  DATABASE_URL: database.url,
  RUN_JOBS: 'false',
  PUBLIC_REPLIES_MB: '0',
  LOG_LEVEL: 'silent',
});
try {
  const owner = await service.get('/users');
  await fill(Number(values.rows), owner.id);
  const ids = await idsOf();
  const rows = [];
  for (const call of LIST_CALLS.filter(({ target }) => target.includes(values.only))) {
    rows.push(await measured(call, targetOf(call, ids)));
    const { list, p50, p95 } = rows.at(-1);
    console.log(`${String(p50).padStart(7)} ${String(p95).padStart(7)} ms  ${list}`);
    if (rows.at(-1).next) rows.push(await measured(call, rows.at(-1).next));
  }
  const slow = rows.filter(({ p95 }) => p95 > MOST_MS);
  console.log(`\n${rows.length} lists, ${slow.length} of them above ${MOST_MS} ms at the 95th percentile.`);
  for (const { list, p50, p95 } of slow) console.log(`${p50} ${p95} ${list}`);
  process.exitCode = slow.length === 0 ? 0 : 1;
} finally {
  await service.stop();
  await database.close();
}

async function fill(rows, ownerId) {
  const { pool } = database;
  const [{ filled }] = (
    await pool.query(`select exists (select from publishers where id = '${MANY.publisher}') as filled`)
  ).rows;
  if (filled) return;
  const client = await pool.connect();
  // The rows fit each other as they are made; looking each up again would take most of the time.
  await client.query('set session_replication_role = replica');
  for (const { table, sql } of manyRows(rows, ownerId)) {
    const startedAt = performance.now();
    await client.query(sql);
    console.log(`filled ${table} in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  }
  await client.query('vacuum analyze');
  client.release(true);
}

async function idsOf() {
  const one = async (sql) => (await database.pool.query(sql)).rows[0].id;
  return {
    publisherId: MANY.publisher,
    nodeId: MANY.node,
    queue: MANY.queue,
    versionId: '1.0.0',
    id: await one('select task_id as id from webhook_deliveries limit 1'),
    userId: await one(`select id from users where email = 'many-3@example.com'`),
  };
}

async function measured({ as }, target) {
  const headers = as === 'nobody' ? {} : service.headers;
  const times = [];
  let next;
  for (let time = 0; time <= Number(values.times); time += 1) {
    const startedAt = performance.now();
    const reply = await fetch(service.url + target, { headers });
    const body = await reply.json();
    if (!reply.ok) throw new Error(`${target}: ${reply.status} ${JSON.stringify(body)}`);
    if (time > 0) times.push(performance.now() - startedAt);
    next = Array.isArray(body) ? reply.headers.get('x-next-cursor') : body.next_cursor;
  }
  times.sort((a, b) => a - b);
  const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))]);
  const mayGoOn = typeof next === 'string' && !/[?&](page|cursor)=/.test(target);
  return {
    list: `${target} (${as})`,
    p50: at(0.5),
    p95: at(0.95),
    next: mayGoOn ? `${target}&cursor=${next}` : undefined,
  };
}
