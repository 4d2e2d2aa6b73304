import { Injectable } from '@nestjs/common';
import type { JobInsert } from 'pg-boss';
import type { JobDeath } from './job.js';
import { DEAD_QUEUE } from './job-leases.repository.js';
import { QueueDatabase, type SqlRunner } from './queue-database.js';
import { DUE_CHANNEL } from './worker-presence.js';

/** Jobs that one statement touches at most. */
export const RETRIED_JOBS_MAX = 10_000;

/** Death of a job that an admin has dropped. */
const DROPPED: JobDeath = { name: 'JobDropped', message: 'An admin dropped the job', code: 'dropped' };

/** Which jobs of a queue: one, or as many as one statement touches. */
type Chosen = { name: string; id?: string };

const CHOICE = `($2::uuid is null or j.id = $2) limit ${RETRIED_JOBS_MAX}`;

const MAKE_DUE_SQL = `
  with chosen as (
    select j.name, j.id from jobs.job j where j.name = $1 and j.state < 'active' and $3 and ${CHOICE}
    for update skip locked
  ), due as (
    update jobs.job j set start_after = least(j.start_after, now()) from chosen c
    where j.name = c.name and j.id = c.id and j.state < 'active' returning j.id
  )
  select count(*)::int as count from due`;

const TAKE_DEAD_SQL = `
  with chosen as (
    select j.name, j.id from jobs.job j
    where j.name = '${DEAD_QUEUE}' and j.source_name = $1 and j.state <> 'active' and ${CHOICE}
    for update skip locked
  ), taken as (
    delete from jobs.job j using chosen c where j.name = c.name and j.id = c.id returning j.*
  )
  select data, priority, singleton_key as "singletonKey", group_id as "groupId" from taken`;

type DeadJob = { data: object; priority: number; singletonKey: string | null; groupId: string | null };

/** What admins do to jobs. Each is part of the transaction of the caller. */
@Injectable()
export class JobAdminRepository {
  constructor(private readonly database: QueueDatabase) {}

  /** Makes waiting jobs due now: the one, or those whose last attempt failed. @returns How many. */
  async makeDue(db: SqlRunner, { name, id }: Chosen): Promise<number> {
    const which = id === undefined ? `j.state = 'retry' and j.started_on is not null` : 'true';
    const { rows } = await db.executeSql<{ count: number }>(MAKE_DUE_SQL.replace('$3', which), [
      name,
      id ?? null,
    ]);
    const count = rows[0]?.count ?? 0;
    if (count > 0) await this.announce(db, name);
    return count;
  }

  /**
   * Has dead jobs run anew, with all their attempts; one whose key a waiting job has is only taken off the list.
   * @returns How many.
   */
  async revive(db: SqlRunner, { name, id }: Chosen): Promise<number> {
    const { rows } = await db.executeSql<DeadJob>(TAKE_DEAD_SQL, [name, id ?? null]);
    if (rows.length === 0) return 0;
    await this.database.boss.insert(name, rows.map(toInsert), { db });
    await this.announce(db, name);
    return rows.length;
  }

  /** Has a waiting job die as one whose attempts are used up, so that its handler hears of it. @returns Whether one waited. */
  async kill(db: SqlRunner, name: string, id: string): Promise<boolean> {
    const { rows } = await db.executeSql<{ id: string; retryCount: number }>(
      `with doomed as (
         update jobs.job set state = 'active', retry_count = retry_limit
         where name = $1 and id = $2 and state < 'active' returning id, retry_count
       ) select id, retry_count as "retryCount" from doomed`,
      [name, id],
    );
    const [job] = rows;
    if (!job) return false;
    await this.database.boss.fail(name, job, DROPPED, { db });
    await db.executeSql(
      `with forgotten as (delete from jobs.lease where job_id = $1 and worker_id is null returning 1)
       select from forgotten`,
      [id],
    );
    await this.announce(db, DEAD_QUEUE);
    return true;
  }

  /** Takes a dead job off the list. @returns Whether it was there. */
  async deleteDead(db: SqlRunner, name: string, id: string): Promise<boolean> {
    const { rows } = await db.executeSql(
      `with deleted as (
         delete from jobs.job where name = '${DEAD_QUEUE}' and source_name = $1 and id = $2 and state <> 'active' returning id
       ) select id from deleted`,
      [name, id],
    );
    return rows.length > 0;
  }

  /** Whether a process works on the job, or tells its handler of its death. */
  async isActive(db: SqlRunner, name: string, id: string): Promise<boolean> {
    const { rows } = await db.executeSql(
      `select 1 from jobs.job where id = $2 and state = 'active'
         and (name = $1 or (name = '${DEAD_QUEUE}' and source_name = $1))`,
      [name, id],
    );
    return rows.length > 0;
  }

  private async announce(db: SqlRunner, name: string): Promise<void> {
    await db.executeSql('select pg_notify($1, $2)', [DUE_CHANNEL, name]);
  }
}

function toInsert({ data, priority, singletonKey, groupId }: DeadJob): JobInsert {
  return {
    data,
    priority,
    ...(singletonKey === null ? {} : { singletonKey }),
    ...(groupId === null ? {} : { group: { id: groupId } }),
  };
}
