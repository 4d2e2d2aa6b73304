import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import type { TestApp } from './test-app.js';

/** A task without an owner whose order was lost, as a row in the database. @returns its id. */
export async function givenUncertainTask(app: TestApp): Promise<string> {
  const id = randomUUID();
  const database = app.get(DataSource);
  await database.query(
    `insert into tasks (id, kind, status, request, provider, credits, estimated_seconds, started_at, run,
                        error_code, error_message)
     values ($1, 'image-relight', 'uncertain', '{}', 'upstream', 22, 30, now(), 1,
             'upstream_outcome_unknown', 'Its answer was lost.')`,
    [id],
  );
  await database.query(
    `insert into vendor_orders (task_id, attempt, vendor, kind, reference, state, deadline_at, ordered_at)
     values ($1, 1, 'upstream', 'image-relight', $2, 'intended', now() + interval '1 hour', now())`,
    [id, randomUUID()],
  );
  return id;
}
