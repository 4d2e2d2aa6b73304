import type { QueryRunner } from 'typeorm';

/** The schema of the job tables, for the migrations that make it; in their other statements its name is `jobs`. */
export function queueSchemaOf({ dataSource }: QueryRunner): string {
  const { extra } = dataSource.options as { extra?: { queueSchema?: string } };
  return extra?.queueSchema ?? 'jobs';
}
