import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import readline from 'node:readline';
import { NestFactory } from '@nestjs/core';
import { SingleBar } from 'cli-progress';
import { type CatalogueEntry, CatalogueImport, CatalogueModule, readCatalogueEntry } from '#libs/catalogue';
import { EmbeddedPostgresError } from '#libs/platform/database';
import { ApiModule } from '../../api/src/api.module.js';
import { openProcessDatabase, type ProcessDatabase } from '../../api/src/process-database.js';
import { failStart } from '../../api/src/run-process.js';

const BATCH = 500;
const SHOWN_PROBLEMS = 10;

type Outcome = { read: number; changed: number; unchanged: number; problems: string[] };

/** Loads a catalogue into the registry, with a bar that shows how far it is. */
async function main(): Promise<void> {
  const [name, ...more] = process.argv.slice(2);
  if (name === undefined || more.length > 0) return refuse('Usage: npm run seed -- <file.jsonl>');
  const file = path.resolve(process.env.INIT_CWD ?? '.', name);
  const size = await stat(file).then(
    (found) => found.size,
    () => undefined,
  );
  if (size === undefined) return refuse(`There is no file ${file}.`);
  const database = await open();
  try {
    const app = await NestFactory.createApplicationContext(ApiModule.with(database.env, [CatalogueModule]), {
      logger: ['error', 'fatal'],
    });
    await report(() => load(app.get(CatalogueImport), file, size));
    await app.close();
  } finally {
    await database.embedded?.stop();
  }
}

async function open(): Promise<ProcessDatabase> {
  try {
    return await openProcessDatabase({ ...process.env, RUN_JOBS: 'false', LOG_LEVEL: 'error' });
  } catch (error) {
    if (error instanceof EmbeddedPostgresError && error.code === 'data_directory_in_use') {
      return refuse(`${error.message}\nStop the service first, or give both the same DATABASE_URL.`);
    }
    throw error;
  }
}

async function load(catalogue: CatalogueImport, file: string, size: number): Promise<Outcome> {
  const outcome: Outcome = { read: 0, changed: 0, unchanged: 0, problems: [] };
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {nodes} nodes | {eta_formatted} left',
    noTTYOutput: true,
    notTTYSchedule: 5_000,
  });
  bar.start(size, 0, { nodes: 0 });
  let bytes = 0;
  let batch: CatalogueEntry[] = [];
  const flush = async (): Promise<void> => {
    const { changed, unchanged } = await catalogue.load(batch);
    outcome.changed += changed;
    outcome.unchanged += unchanged;
    batch = [];
    bar.update(Math.min(bytes, size), { nodes: outcome.read });
  };
  const lines = readline.createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  let at = 0;
  for await (const line of lines) {
    at += 1;
    bytes += Buffer.byteLength(line) + 1;
    if (line.trim() === '') continue;
    const entry = readCatalogueEntry(line);
    if (typeof entry === 'string') outcome.problems.push(`line ${at}: ${entry}`);
    else if (batch.push(entry) === BATCH) await flush();
    outcome.read += 1;
  }
  if (batch.length > 0) await flush();
  bar.update(size, { nodes: outcome.read });
  bar.stop();
  await catalogue.finish();
  return outcome;
}

async function report(work: () => Promise<Outcome>): Promise<void> {
  const since = performance.now();
  const { read, changed, unchanged, problems } = await work();
  const seconds = (performance.now() - since) / 1000;
  const rate = Math.round(read / seconds);
  console.log(
    `${read} lines in ${seconds.toFixed(1)} s (${rate}/s): ${changed} nodes new or changed, ` +
      `${unchanged} left as they were, ${problems.length} lines refused.`,
  );
  for (const problem of problems.slice(0, SHOWN_PROBLEMS)) console.log(`  ${problem}`);
  if (problems.length > SHOWN_PROBLEMS) console.log(`  and ${problems.length - SHOWN_PROBLEMS} more`);
}

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}

await main().catch(failStart);
