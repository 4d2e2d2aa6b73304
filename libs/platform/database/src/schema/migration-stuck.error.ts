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
