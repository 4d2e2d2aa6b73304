import { DefaultNamingStrategy, type Table } from 'typeorm';
import { columnName } from './column-names.js';

function tableName(table: Table | string): string {
  const name = typeof table === 'string' ? table : table.name;
  return name.split('.').at(-1) ?? name;
}

function named(prefix: string, table: Table | string, columns: readonly string[]): string {
  return [prefix, tableName(table), ...columns.map(columnName)].join('_');
}

/** Columns in snake_case, and names of keys and indexes that a person can read: `uq_node_versions_node_id_version`. */
export class ReadableNamingStrategy extends DefaultNamingStrategy {
  override columnName(property: string, given: string | undefined): string {
    return given ?? columnName(property);
  }

  override primaryKeyName(table: Table | string): string {
    return `pk_${tableName(table)}`;
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return named('uq', table, columns);
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return named('fk', table, columns);
  }

  override indexName(table: Table | string, columns: string[]): string {
    return named('ix', table, columns);
  }
}
