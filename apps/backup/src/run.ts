import path from 'node:path';
import { Environment, readSettings } from '#libs/platform/config';
import { BackupError, makeBackup, readBackup, restoreBackup } from '#libs/platform/backup';
import { reachEmbeddedPostgres, requireSchema, startEmbeddedPostgres } from '#libs/platform/database';
import { withDatabase } from '#libs/platform/process-database';
import { createObjectStorage, StorageSettings } from '#libs/platform/storage';
import { failStart, SETTINGS } from '../../api/src/service/index.js';

const USAGE = `Usage: npm run backup -- [<file>] [--without-files]
       npm run restore -- <file>`;

/** Writes the rows and files of an installation to one file, or reads them back into an empty one. */
async function main(): Promise<void> {
  readSettings(new Environment(process.env), SETTINGS);
  const [command, ...parameters] = process.argv.slice(2);
  const names = parameters.filter((parameter) => !parameter.startsWith('--'));
  const options = parameters.filter((parameter) => parameter.startsWith('--'));
  const mayLeaveFiles = command === 'backup' ? ['--without-files'] : [];
  if (names.length > 1 || options.some((option) => !mayLeaveFiles.includes(option)))
    throw new BackupError(USAGE);
  if (command === 'backup') await backup(names[0] ?? defaultName(), options.length === 0);
  else if (command === 'restore' && names[0]) await restore(names[0]);
  else throw new BackupError(USAGE);
}

async function backup(name: string, withFiles: boolean): Promise<void> {
  const file = resolve(name);
  const storage = withFiles
    ? await createObjectStorage(new StorageSettings(new Environment(process.env)))
    : undefined;
  const { rows, files, fileBytes } = await withDatabase(
    process.env,
    reachEmbeddedPostgres,
    async (databaseUrl) => {
      await requireSchema(databaseUrl);
      return makeBackup({ databaseUrl, ...(storage ? { storage } : {}) }, file);
    },
  );
  const kept = withFiles ? `${files} files of ${megabytes(fileBytes)} MB` : 'no files';
  console.log(
    `${file}: ${rows} rows, ${kept}. It holds secrets and people's data: keep it as safe as the database.`,
  );
}

async function restore(name: string): Promise<void> {
  const storage = await createObjectStorage(new StorageSettings(new Environment(process.env)));
  const backup = await readBackup(resolve(name));
  await withDatabase(process.env, startEmbeddedPostgres, (databaseUrl) =>
    restoreBackup(backup, { databaseUrl, storage }),
  );
  const { rows, files, fileBytes } = backup.totals;
  console.log(
    `Restored ${rows} rows and ${files} files of ${megabytes(fileBytes)} MB. Start the service with npm start.`,
  );
}

function defaultName(): string {
  return `backups/atelier-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`;
}

function resolve(name: string): string {
  return path.resolve(process.env.INIT_CWD ?? '.', name);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

await main().catch((error: unknown) => {
  if (!(error instanceof BackupError)) return failStart(error);
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
