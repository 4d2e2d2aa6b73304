// npm run bench [-- NAME ...] [--rounds 3] [--seconds 4] [--connections 16] [--minutes 3] [--markdown]
// Measures the rows of bench/rows, or those named, beside their peers, prints one table, and adds the figures to
// bench/results. A row that fails is reported, and the next goes on. --markdown measures nothing: it prints the table of
// docs/performance.md, each row from its last three runs at one commit.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Bench } from './support/bench.mjs';
import { addToHistory, describeRun, readHistory } from './support/history.mjs';
import { measureRow, poolRuns } from './support/measure.mjs';
import { markdownTable, printLine, printTable } from './support/table.mjs';

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '16' },
    minutes: { type: 'string', default: '3' },
    markdown: { type: 'boolean', default: false },
  },
});
const options = {
  rounds: values.rounds && Number(values.rounds),
  seconds: Number(values.seconds),
  connections: Number(values.connections),
  minutes: Number(values.minutes),
};

const all = await loadRows();
const unknown = names.filter((name) => !all.some((row) => isNamed(row, name)));
if (unknown.length > 0) {
  console.error(`No row is called ${unknown.join(', ')}. Rows: ${all.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
const rows = all.filter((row) => names.length === 0 || names.some((name) => isNamed(row, name)));

if (values.markdown) {
  const history = readHistory();
  console.log(markdownTable(poolRuns(rows, history), history.at(-1)));
} else {
  await measure();
}

/** `read` names `read` and all whose name begins with `read-`. */
function isNamed(row, name) {
  return row.name === name || row.name.startsWith(`${name}-`);
}

async function loadRows() {
  const folder = path.resolve('bench/rows');
  const loaded = [];
  for (const file of fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.mjs'))
    .sort()) {
    try {
      const { default: exported } = await import(pathToFileURL(path.join(folder, file)));
      loaded.push(...[exported].flat());
    } catch (error) {
      loaded.push({ name: file, title: file, open: () => Promise.reject(error) });
    }
  }
  return loaded;
}

async function measure() {
  const bench = new Bench(options);
  const run = describeRun(options);
  const results = [];
  try {
    for (const row of rows) {
      results.push(await measureRow(row, bench, options));
      printLine(results.at(-1));
    }
  } finally {
    await bench.close();
  }
  const file = addToHistory(run, results);
  printTable(run, results);
  console.log(`\nWritten to ${file}`);
}
