import { stat } from 'node:fs/promises';
import path from 'node:path';
import { NestFactory } from '@nestjs/core';
import { SingleBar } from 'cli-progress';
import {
  CatalogueFile,
  CatalogueImport,
  CatalogueModule,
  type ImportedBatch,
} from '#libs/registry/catalogue';
import { EmbeddedPostgresError } from '#libs/platform/database';
import { openProcessDatabase, type ProcessDatabase } from '#libs/platform/process-database';
import { failStart, ServiceModule } from '../../api/src/service/index.js';

/** Nobody waits for a commit here, so the log need not be written with zeros first: twice as much to write otherwise. */
const BULK_SETTINGS = { wal_init_zero: 'off' };

type Outcome = ImportedBatch & Pick<CatalogueFile, 'lines' | 'refused' | 'problems'>;

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
    const app = await NestFactory.createApplicationContext(
      ServiceModule.with(database.env, [CatalogueModule]),
      {
        logger: ['error', 'fatal'],
      },
    );
    await report(() => load(app.get(CatalogueImport), file, size));
    await app.close();
  } finally {
    await database.embedded?.stop();
  }
}

async function open(): Promise<ProcessDatabase> {
  try {
    const env = { ...process.env, RUN_JOBS: 'false', LOG_LEVEL: 'error' };
    return await openProcessDatabase(env, { settings: BULK_SETTINGS });
  } catch (error) {
    if (error instanceof EmbeddedPostgresError && error.code === 'data_directory_in_use') {
      return refuse(`${error.message}\nStop the service first, or give both the same DATABASE_URL.`);
    }
    throw error;
  }
}

async function load(catalogue: CatalogueImport, path: string, size: number): Promise<Outcome> {
  const file = new CatalogueFile(path);
  let [changed, unchanged] = [0, 0];
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {nodes} nodes | {eta_formatted} left',
    noTTYOutput: true,
    notTTYSchedule: 5_000,
  });
  bar.start(size, 0, { nodes: 0 });
  await catalogue.load(file.batches(), (batch) => {
    changed += batch.changed;
    unchanged += batch.unchanged;
    const stored = changed + unchanged;
    bar.update(Math.min(size, Math.round((file.bytes * stored) / file.accepted)), { nodes: stored });
  });
  bar.update(size, { nodes: changed + unchanged });
  bar.stop();
  return { changed, unchanged, lines: file.lines, refused: file.refused, problems: file.problems };
}

async function report(work: () => Promise<Outcome>): Promise<void> {
  const since = performance.now();
  const { lines, changed, unchanged, refused, problems } = await work();
  const seconds = (performance.now() - since) / 1000;
  const rate = Math.round(lines / seconds);
  console.log(
    `${lines} lines in ${seconds.toFixed(1)} s (${rate}/s): ${changed} nodes new or changed, ` +
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
