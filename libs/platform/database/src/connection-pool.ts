import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/**
 * The pool of a data source, which TypeORM offers no way to. Its query runner costs as much time as a short statement
 * itself, and does not show how many connections wait.
 */
export function connectionPool({ driver }: DataSource): Pool {
  return (driver as PostgresDriver).master as Pool;
}
