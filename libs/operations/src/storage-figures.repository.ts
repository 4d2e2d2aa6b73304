import { Injectable } from '@nestjs/common';
import { columnValues, Repository, type StatementScope } from '#libs/platform/database';
import type { DatabaseSizeResponse, TableSizeResponse } from './dto/storage.response.js';

export type FileFigures = {
  kind: string;
  files: number;
  bytes: number;
  /** Bytes in rows: small files stored by an earlier version. */
  bytesInDatabase: number;
  measuredAt: Date;
};

/** Every query of the table `storage_figures`, and the sizes that the database reports. */
@Injectable()
export class StorageFiguresRepository extends Repository {
  /** The last measurement; empty before the first. */
  async find(scope: StatementScope): Promise<FileFigures[]> {
    return this.rows<FileFigures>(
      scope,
      `select kind, files::float8 as files, bytes::float8 as bytes, bytes_in_database::float8 as bytes_in_database,
         measured_at
       from storage_figures order by kind`,
    );
  }

  async store(scope: StatementScope, figures: readonly Omit<FileFigures, 'measuredAt'>[]): Promise<void> {
    await this.rows(
      scope,
      `insert into storage_figures (kind, files, bytes, bytes_in_database)
       select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[])
       on conflict (kind) do update set files = excluded.files, bytes = excluded.bytes,
         bytes_in_database = excluded.bytes_in_database, measured_at = now()`,
      columnValues(figures, 'kind', 'files', 'bytes', 'bytesInDatabase'),
    );
  }

  /** The size of the database, and of its largest tables with their indexes; rows are the planner's estimates. */
  async database(scope: StatementScope, tables: number): Promise<DatabaseSizeResponse> {
    const rows = await this.rows<TableSizeResponse & { total: number }>(
      scope,
      `select t.name, t.rows, t.bytes, pg_database_size(current_database())::float8 as total from (
         select case when n.nspname = 'public' then '' else n.nspname || '.' end || c.relname as name,
           greatest(c.reltuples, pg_stat_get_live_tuples(c.oid))::float8 as rows, pg_total_relation_size(c.oid)::float8 as bytes
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind = 'r' and n.nspname in ('public', 'jobs')
       ) t order by t.bytes desc, t.name limit $1`,
      [tables],
    );
    return {
      bytes: rows[0]?.total ?? 0,
      tables: rows.map(({ name, rows: count, bytes }) => ({ name, rows: count, bytes })),
    };
  }
}
