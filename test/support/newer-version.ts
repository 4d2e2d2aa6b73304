import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');
const MIGRATIONS = 'dist/libs/platform/database/src/migrations';

/** A migration of a future version: its number, further fields, and its statements. */
export type FutureMigration = { number: string; fields?: Record<string, unknown>; up: string[] };

/** The compiled service with migrations unknown to the version under test. */
export class NewerVersion {
  private constructor(readonly root: string) {}

  static async with(migrations: readonly FutureMigration[]): Promise<NewerVersion> {
    const root = await mkdtemp(path.join(os.tmpdir(), 'atelier-newer-'));
    await cp(path.join(ROOT, 'dist'), path.join(root, 'dist'), { recursive: true });
    for (const name of ['node_modules', 'config'])
      await symlink(path.join(ROOT, name), path.join(root, name));
    await writeFile(path.join(root, 'package.json'), await readFile(path.join(ROOT, 'package.json')));
    for (const { number, fields = {}, up } of migrations)
      await writeFile(
        path.join(root, MIGRATIONS, `${number}-future.js`),
        `export class Future${number} {
           constructor() { Object.assign(this, ${JSON.stringify(fields)}); }
           async up(runner) { for (const sql of ${JSON.stringify(up)}) await runner.query(sql); }
           async down() {}
         }`,
      );
    return new NewerVersion(root);
  }

  async remove(): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}
