// What reads the ledger of ten million tasks, by HTTP: npm run bench -- usage [--tasks 10000000] [--times 20] [--only PART]
// [--data-dir FOLDER] [--url DATABASE] [--fill SECONDS]. A folder that is named keeps what it was filled with, which takes ten
// minutes; --fill only fills, for so long. One request at a time, the first of each left out.
import { parseArgs } from 'node:util';
import { openDatabase } from '../search/database.mjs';
import { startService } from '../support/service.mjs';
import { emailOf, fillBook } from './book.mjs';

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '10000000' },
    times: { type: 'string', default: '20' },
    'data-dir': { type: 'string' },
    url: { type: 'string' },
    fill: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
/** What one may take, the slowest. */
const MOST_MS = 100;
/** Of all callers. Not in it: what is told from the rows of each token, kind and provider, or of the tokens of a year. */
const ADMIN_GROUPS = ['day', 'kind', 'provider', 'user', 'day,kind', 'kind,provider'];
const GROUPS = ['day', 'kind', 'provider', 'token', 'day,kind', 'kind,token,provider'];
const CHECK = '/admin/ledger/check';

const database = await openDatabase({ url: values.url, dataDir: values['data-dir'], clients: 2 });
try {
  const isFilled = await fillBook(database.pool, Number(values.tasks), Number(values.fill ?? Infinity));
  if (values.fill === undefined) await measureAll();
  else console.log(isFilled ? 'filled' : 'more to fill');
} finally {
  await database.close();
}

async function measureAll() {
  const service = await startService({ DATABASE_URL: database.url, RUN_JOBS: 'false', LOG_LEVEL: 'silent' });
  try {
    const { rows } = await database.pool.query('select id from users where email = $1', [emailOf(1)]);
    const year = `from=${dayAgo(364)}`;
    const own = ['', year].flatMap((days) =>
      GROUPS.map((groups) => `/admin/usage?user_id=${rows[0].id}&group_by=${groups}&${days}`),
    );
    const all = ['', year].flatMap((days) =>
      ADMIN_GROUPS.map((groups) => `/admin/usage?group_by=${groups}&${days}`),
    );
    let isFine = true;
    for (const target of [...own, ...all].filter((target) => target.includes(values.only)))
      isFine = (await measured(service, target)) <= MOST_MS && isFine;
    if (CHECK.includes(values.only)) isFine = (await checked(service)) && isFine;
    process.exitCode = isFine ? 0 : 1;
  } finally {
    await service.stop();
  }
}

async function measured(service, target) {
  const times = [];
  let count;
  for (let time = 0; time <= Number(values.times); time += 1) {
    const startedAt = performance.now();
    const reply = await fetch(service.url + target, { headers: service.headers });
    const body = await reply.json();
    count = reply.ok ? body.usage.length : reply.status;
    if (time > 0) times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  const [p50, slowest] = [times[Math.floor(times.length / 2)], times.at(-1)].map(Math.round);
  console.log(`${String(p50).padStart(5)} ${String(slowest).padStart(5)} ms  ${count}  ${target}`);
  return slowest;
}

async function checked(service) {
  const startedAt = performance.now();
  const { balanced } = await service.get(CHECK);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${seconds} s  ${balanced ? 'balanced' : 'NOT BALANCED'}  ${CHECK}`);
  return balanced;
}

function dayAgo(days) {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
