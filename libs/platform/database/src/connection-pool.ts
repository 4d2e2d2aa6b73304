import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/**
 * The pool behind a data source, which TypeORM offers no way to. Its query runner costs as much time as a short statement
 * itself, and tells nothing of how many connections wait.
 */
export function connectionPool({ driver }: DataSource): Pool {
  return (driver as PostgresDriver).master as Pool;
}
