// What one request says to PostgreSQL: statements, commits that wait for the disk, and the time of the
// statements in the server.
// Usage, after a build and npm ci --prefix bench: node bench/statements/run.mjs [--connections 1] [--count 50] [--verbose]
import { parseArgs } from 'node:util';
import { noisyPicture } from '../support/pictures.mjs';
import { startService } from '../support/service.mjs';
import { openDatabases } from '../support/submit-database.mjs';

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '1' },
    count: { type: 'string', default: '50' },
    verbose: { type: 'boolean', default: false },
  },
});
const connections = Number(values.connections);
const count = Number(values.count);

const lines = [];
const databases = await openDatabases({
  settings: { log_min_duration_statement: '0', log_line_prefix: '%a|' },
  log: (line) => lines.push(line),
});
const service = await startService({
  DATABASE_URL: databases.ours,
  RUN_JOBS: 'false',
  WAITING_TASKS_PER_USER: '0',
});
try {
  const image = await noisyPicture(8, 8);
  const skin = '/proxy/imgprov/v1/ai/skin-enhancer/creative';
  const { data } = await service.post(skin, { image });
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });
  await report('GET /users', 'GET', '/users');
  await report('GET /tasks/{id}', 'GET', `/tasks/${data.task_id}`);
  await report('GET image task', 'GET', `/proxy/imgprov/v1/ai/skin-enhancer/${data.task_id}`);
  await report('POST skin-enhancer', 'POST', skin, { image });
  await report('the same, refused', 'POST', skin, { image, sharpen: 101 });
  await report('the same, with a key', 'POST', skin, { image }, key);
  await report('POST start-end2video', 'POST', '/proxy/vidprov/start-end2video', {
    model: 'vq2-turbo',
    images: [image],
  });
} finally {
  await service.stop();
  await databases.close();
}

async function report(title, method, path, body, moreHeaders = () => ({})) {
  const send = async () => {
    const headers = { ...service.headers, ...moreHeaders() };
    const reply = await fetch(service.url + path, { method, headers, body: body && JSON.stringify(body) });
    await reply.arrayBuffer();
    return reply.status;
  };
  await send();
  lines.length = 0;
  let left = count;
  let status;
  const since = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left-- > 0) status = await send();
    }),
  );
  const ms = (performance.now() - since) / count;
  await new Promise((resolve) => setTimeout(resolve, 300));
  const said = statements();
  const sum = (found) => found.reduce((total, { ms }) => total + ms, 0);
  const commits = said.filter(({ sql }) => /^commit/i.test(sql));
  const each = (number) => (number / count).toFixed(2);
  console.log(
    `${title} (${status}): ${each(said.length)} statements, ${each(commits.length)} commits of transactions, ` +
      `${each(sum(said))} ms in the server, ${ms.toFixed(2)} ms in all`,
  );
  if (!values.verbose) return;
  for (const [sql, found] of Map.groupBy(said, ({ sql }) => sql))
    console.log(
      `   ${each(found.length)} x ${(sum(found) / found.length).toFixed(2)} ms  ${sql.slice(0, 110)}`,
    );
}

/** Statements of the connections that requests use, by their beginning; the upkeep's come now and then. */
function statements() {
  return lines.flatMap((line) => {
    const [, ms, sql = ''] =
      /^atelier(?:-listen)?\|LOG: {2}duration: ([\d.]+) ms {2}(?:execute [^:]*|statement): (.*)/.exec(line) ??
      [];
    return ms === undefined ? [] : [{ ms: Number(ms), sql: sql.trim() }];
  });
}
