import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables whose rows the public sees, or that say what it finds. */
const TABLES = [
  'publishers',
  'publisher_members',
  'nodes',
  'node_versions',
  'app_nodes',
  'node_search',
  'node_search_key',
  'search_head',
  'search_term',
  'registry_changes',
];

/**
 * Counts the statements that change what the public sees, so that a process can ask whether anything has changed. Each
 * server process has a row of its own: writers do not wait for each other. A crash of the server empties the table; counts
 * begin anywhere, so that it does not come to look as it did before.
 */
export class PublicWrites1763860000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create unlogged table public_writes (
        slot integer not null,
        count bigint not null,
        constraint pk_public_writes primary key (slot)
      )`);
    await runner.query(`
      create function note_public_write() returns trigger language plpgsql set search_path from current as $$
      begin
        insert into public_writes as known (slot, count)
        select slot, 1 + (random() * 1e12)::bigint from pg_stat_get_backend_idset() as slot
         where pg_stat_get_backend_pid(slot) = pg_backend_pid()
        on conflict (slot) do update set count = known.count + 1;
        perform pg_notify('public_writes', '');
        return null;
      end $$`);
    for (const table of TABLES)
      await runner.query(`
        create trigger note_public_write after insert or update or delete or truncate on ${table}
        for each statement execute function note_public_write()`);
    // Of a user the public sees the name, which each new login may write again.
    await runner.query(`
      create trigger note_public_write after update of name on users
      for each row when (old.name is distinct from new.name) execute function note_public_write()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function note_public_write cascade');
    await runner.query('drop table public_writes');
  }
}
