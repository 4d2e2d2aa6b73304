// Commits the same rows repeatedly over some connections: one transaction of plain, prepared inserts per set of rows.
// Usage: fork with a URL; send { connections, seconds, rows } and it sends the number of commits per second.
import { randomUUID } from 'node:crypto';
import pg from 'pg';

const [url] = process.argv.slice(2);
process.on('message', async (order) => process.send({ perSecond: await measure(order) }));
process.send('ready');

async function measure({ connections, seconds, rows }) {
  const statements = rows.map(({ table, row }) => ({
    name: table,
    text: `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.keys(row).map((_, at) => `$${at + 1}`)})`,
    values: Object.values(row),
  }));
  const clients = Array.from({ length: connections }, () => new pg.Client(url));
  await Promise.all(clients.map((client) => client.connect()));
  let commits = 0;
  const since = performance.now();
  const end = since + seconds * 1000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) {
        const ids = new Map();
        await client.query('begin');
        for (const { name, text, values } of statements)
          await client.query({ name, text, values: values.map((value) => fresh(value, ids)) });
        await client.query('commit');
        commits += 1;
      }
    }),
  );
  const perSecond = commits / ((performance.now() - since) / 1000);
  await Promise.all(clients.map((client) => client.end()));
  return perSecond;
}

/** Gives each set new ids, which also link its rows. */
function fresh(value, ids) {
  return value.replace(/<id \d>/g, (name) => {
    if (!ids.has(name)) ids.set(name, randomUUID());
    return ids.get(name);
  });
}
