// One PostgreSQL as the service runs it, with a database for the service and one of the same tables for the peer.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { runMigrations, startEmbeddedPostgres } from '../../dist/libs/platform/database/src/index.js';

/** The tables that one submit writes, lowest first. */
const TABLES = ['assets', 'tasks', 'task_events', 'credit_transfers', 'credit_holds', 'jobs'];

export async function openDatabases() {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'atelier-bench-'));
  const server = await startEmbeddedPostgres({ dataDir, database: 'ours' });
  const peer = new URL(server.url);
  peer.pathname = '/peer';
  await queryOf(server.url, 'create database peer');
  await runMigrations(peer.href);
  // Its holds are plain rows, too.
  for (const table of ['credit_transfers', 'credit_holds'])
    await queryOf(peer.href, `alter table ${table} disable trigger user`);
  return {
    ours: server.url,
    peer: peer.href,
    query: (text, values) => queryOf(server.url, text, values),
    /** Each round begins with no tasks, like the first. Tables that are only appended to are emptied without their triggers. */
    empty: () =>
      queryOf(
        server.url,
        `set session_replication_role = replica;
        truncate tasks, task_events, assets, jobs, credit_transfers, credit_holds cascade`,
      ),
    /** The rows of the newest task, with `<id 0>` and so on in place of their own ids, ready for the peer. */
    rowsOfLastSubmit: () => rowsOfLastSubmit(server.url, peer.href),
    async close() {
      await server.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function queryOf(url, text, values) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function rowsOfLastSubmit(ours, peer) {
  const [{ id }] = await queryOf(ours, 'select id from tasks order by id desc limit 1');
  const keys = ['task_id', 'id', 'task_id', 'id', 'id', `payload->>'taskId'`];
  const rows = [];
  for (const [at, table] of TABLES.entries()) {
    const query = {
      text: `select * from ${table} where ${keys[at]} = $1`,
      values: [id],
      types: { getTypeParser: () => String },
    };
    for (const row of await queryOf(ours, query))
      rows.push({
        table,
        row: Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
      });
  }
  const names = new Map(
    rows.flatMap(({ row }) => (row.id ? [row.id] : [])).map((own, at) => [own, `<id ${at}>`]),
  );
  for (const { row } of rows)
    for (const column of Object.keys(row))
      for (const [own, name] of names) row[column] = row[column].replaceAll(own, name);
  await copy(ours, peer, 'users');
  await copy(ours, peer, 'job_queues');
  return rows;
}

async function copy(from, to, table) {
  const [{ rows }] = await queryOf(from, `select json_agg(t) as rows from ${table} t`);
  await queryOf(
    to,
    `insert into ${table} select * from json_populate_recordset(null::${table}, $1) on conflict do nothing`,
    [JSON.stringify(rows)],
  );
}
