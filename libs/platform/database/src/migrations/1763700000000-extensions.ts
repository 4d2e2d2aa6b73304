import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Trigram search; part of every PostgreSQL distribution. */
export class Extensions1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create extension if not exists pg_trgm');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop extension if exists pg_trgm');
  }
}
