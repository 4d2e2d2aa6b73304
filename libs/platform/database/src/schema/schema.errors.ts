/** A newer version has changed the database so that this one cannot work on it; the message is for the operator. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew';

  /** @param migration The newest one that this program does not know. */
  constructor(migration: string) {
    super(
      `The database was changed by a newer version of Atelier: this one does not know the migration ${migration} and ` +
        'cannot work beside it. Start the newer version, or restore the backup from before the upgrade.',
    );
  }
}

/** A migration did not get a lock in all its attempts; the message is for the operator. */
export class MigrationStuck extends Error {
  override readonly name = 'MigrationStuck';

  constructor(migration: string, holders: string, cause: unknown) {
    super(
      `The migration ${migration} could not get its locks in ten minutes (${holders}). Nothing of it was kept. ` +
        'End what holds them, or wait until it has ended, and start again.',
      { cause },
    );
  }
}
