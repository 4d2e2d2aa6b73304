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

const BATCH = 1_000;
/** A batch of huge nodes ends earlier. */
const BATCH_BYTES = 4 * 1024 * 1024;
/** Nothing is written while the first batch is made ready, so it is small; each next one is twice as large. */
const FIRST_BATCH = 100;
const SHOWN_PROBLEMS = 10;
/** Nobody waits for a commit here, so the log need not be written with zeros first: twice as much to write otherwise. */
const BULK_SETTINGS = { wal_init_zero: 'off' };

type Outcome = {
  bytes: number;
  read: number;
  accepted: number;
  changed: number;
  unchanged: number;
  refused: number;
  /** The first few. */
  problems: string[];
};

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
    const env = { ...process.env, RUN_JOBS: 'false', LOG_LEVEL: 'error' };
    return await openProcessDatabase(env, BULK_SETTINGS);
  } catch (error) {
    if (error instanceof EmbeddedPostgresError && error.code === 'data_directory_in_use') {
      return refuse(`${error.message}\nStop the service first, or give both the same DATABASE_URL.`);
    }
    throw error;
  }
}

async function load(catalogue: CatalogueImport, file: string, size: number): Promise<Outcome> {
  const outcome: Outcome = {
    bytes: 0,
    read: 0,
    accepted: 0,
    changed: 0,
    unchanged: 0,
    refused: 0,
    problems: [],
  };
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {nodes} nodes | {eta_formatted} left',
    noTTYOutput: true,
    notTTYSchedule: 5_000,
  });
  bar.start(size, 0, { nodes: 0 });
  await catalogue.load(batchesOf(file, outcome), ({ changed, unchanged }) => {
    outcome.changed += changed;
    outcome.unchanged += unchanged;
    const stored = outcome.changed + outcome.unchanged;
    bar.update(Math.min(size, Math.round((outcome.bytes * stored) / outcome.accepted)), { nodes: stored });
  });
  bar.update(size, { nodes: outcome.changed + outcome.unchanged });
  bar.stop();
  return outcome;
}

/** Reads as far as batches are asked for. */
async function* batchesOf(file: string, outcome: Outcome): AsyncGenerator<CatalogueEntry[], void> {
  let batch: CatalogueEntry[] = [];
  let batchSize = FIRST_BATCH;
  let batchBytes = 0;
  let at = 0;
  for await (const line of readline.createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    at += 1;
    const bytes = Buffer.byteLength(line) + 1;
    outcome.bytes += bytes;
    batchBytes += bytes;
    // White space in JavaScript includes the byte order mark, which may be all of a first line.
    if (line.trim() === '') continue;
    outcome.read += 1;
    const entry = readCatalogueEntry(at === 1 ? line.replace(/^\uFEFF/, '') : line);
    if (typeof entry === 'string') refuseLine(outcome, `line ${at}: ${entry}`);
    else batch.push(entry);
    if (batch.length === batchSize || (batch.length > 0 && batchBytes >= BATCH_BYTES)) {
      outcome.accepted += batch.length;
      yield batch;
      batch = [];
      batchBytes = 0;
      batchSize = Math.min(BATCH, 2 * batchSize);
    }
  }
  outcome.accepted += batch.length;
  if (batch.length > 0) yield batch;
}

function refuseLine(outcome: Outcome, problem: string): void {
  outcome.refused += 1;
  if (outcome.problems.length < SHOWN_PROBLEMS) outcome.problems.push(problem);
}

async function report(work: () => Promise<Outcome>): Promise<void> {
  const since = performance.now();
  const { read, changed, unchanged, refused, problems } = await work();
  const seconds = (performance.now() - since) / 1000;
  const rate = Math.round(read / seconds);
  console.log(
    `${read} lines in ${seconds.toFixed(1)} s (${rate}/s): ${changed} nodes new or changed, ` +
      `${unchanged} left as they were, ${refused} lines refused.`,
  );
  for (const problem of problems) console.log(`  ${problem}`);
  if (refused > problems.length) console.log(`  and ${refused - problems.length} more`);
}

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}

await main().catch(failStart);
