import type { QueryRunner } from 'typeorm';

/** The schema of the job tables where no other is set; statements always name it so. */
export const QUEUE_SCHEMA = 'jobs';

/** The schema of the job tables, for the migrations that make it; in their other statements its name is `jobs`. */
export function queueSchemaOf({ dataSource }: QueryRunner): string {
  const { extra } = dataSource.options as { extra?: { queueSchema?: string } };
  return extra?.queueSchema ?? QUEUE_SCHEMA;
}
