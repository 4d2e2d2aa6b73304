import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DataSource, type MigrationInterface } from 'typeorm';

const FOLDER = path.join(import.meta.dirname, '../../libs/platform/database/src/migrations');
const DIGITS = 13;

/** A migration by its class, whose name ends with its number. */
export type MigrationClass = new () => MigrationInterface;

export async function allMigrations(): Promise<MigrationClass[]> {
  const files = await readdir(FOLDER);
  const doors = await Promise.all(files.map((file) => import(path.join(FOLDER, file)) as Promise<object>));
  return doors.flatMap((door) => Object.values(door) as MigrationClass[]);
}

export function isAfter({ name }: MigrationClass, number: string): boolean {
  return name.slice(-DIGITS) > number;
}

/** Runs work on a database that knows these migrations. */
export async function onDatabase(
  url: string,
  migrations: MigrationClass[],
  work: (dataSource: DataSource) => Promise<unknown>,
): Promise<void> {
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    migrations,
    migrationsTransactionMode: 'each',
    uuidExtension: 'pgcrypto',
    installExtensions: false,
  });
  await dataSource.initialize();
  try {
    await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
