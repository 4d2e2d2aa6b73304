// Records every statement that the service sends while tests run, once each, with the source file that sent it. The global
// teardown checks them against module-graph.cjs (table-rules.mjs). Imported by test-app.ts, and by the processes that tests
// start with `--import`.
import { appendFileSync } from 'node:fs';
import pg from 'pg';
import { EntityManager } from 'typeorm';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';

const STACK_DEPTH = 40;
/** Between the one that says a statement and the driver. */
const PLUMBING =
  /\/libs\/platform\/(database\/src\/(repository|transaction-runner|database-client|named-statement-client)|queue\/src\/queue-database)\.[jt]s$/;
const SENDER = /\/(libs\/.+?\/src\/.*|apps\/.*|test\/.*|bench\/.*)$/;

const seen = new Set();

function note(key, statement) {
  if (seen.has(key)) return;
  const file = senderOf();
  if (!file) return;
  seen.add(key);
  if (!file.startsWith('libs/') && !file.startsWith('apps/')) return;
  const line = JSON.stringify({ file: file.replace(/\.js$/, '.ts'), ...statement });
  appendFileSync(process.env.ATELIER_TEST_STATEMENTS, `${line}\n`);
}

/** The nearest source file on the stack that decides what to do. */
function senderOf() {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = STACK_DEPTH;
  Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getFileName() ?? '');
  const files = new Error().stack;
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  for (const file of files) {
    if (file.endsWith('/record-statements.mjs') || PLUMBING.test(file)) continue;
    const sender = SENDER.exec(file)?.[1];
    if (sender) return sender;
  }
  return undefined;
}

function watch(owner, method, noteCall) {
  const original = owner[method];
  if (typeof original !== 'function') return;
  owner[method] = function (...parameters) {
    noteCall(this, ...parameters);
    return original.apply(this, parameters);
  };
}

if (process.env.ATELIER_TEST_STATEMENTS) {
  for (const owner of [pg.Client, pg.Pool, PostgresQueryRunner, EntityManager])
    watch(owner.prototype, 'query', (_, query) => {
      const sql = typeof query === 'string' ? query : (query?.text ?? query?.cursor?.text);
      if (sql) note(sql, { sql });
    });
  const entityCalls = {
    writes: ['insert', 'update', 'upsert', 'delete', 'save', 'remove', 'increment', 'decrement'],
    reads: [
      'find',
      'findBy',
      'findOne',
      'findOneBy',
      'findOneOrFail',
      'count',
      'countBy',
      'exists',
      'existsBy',
    ],
  };
  for (const [kind, methods] of Object.entries(entityCalls))
    for (const method of methods)
      watch(EntityManager.prototype, method, (manager, entity) => {
        const table = manager.dataSource.getMetadata(entity).tableName;
        note(`${kind} ${table} ${method}`, { [kind]: table });
      });
}
