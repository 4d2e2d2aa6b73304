import type { MigrationInterface } from 'typeorm';

/** Was about the tables of the job library, which `OwnQueue1763950000000` has replaced. */
export class PausedQueues1763930700000 implements MigrationInterface {
  async up(): Promise<void> {
    // Nothing is left of it in a new database.
  }

  async down(): Promise<void> {
    // As above.
  }
}
