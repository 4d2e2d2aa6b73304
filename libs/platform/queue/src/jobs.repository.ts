import { Injectable } from '@nestjs/common';
import type { JobInsert } from 'pg-boss';
import { DEAD_QUEUE } from './job-leases.repository.js';
import { QueueDatabase, type SqlRunner } from './queue-database.js';

/** How many jobs of one name there are. */
export type JobStats = {
  name: string;
  /** Not running; due now or later. */
  waiting: number;
  /** The waiting ones that are due now. */
  due: number;
  /** How long the one has been due that has been for longest; 0 when none is. */
  oldestDueSeconds: number;
  active: number;
  /** Dead in the last 14 days. */
  failed: number;
};

/** Jobs that wait: adding them, finding them, making them due. */
@Injectable()
export class JobsRepository {
  constructor(private readonly database: QueueDatabase) {}

  async add(db: SqlRunner, name: string, jobs: JobInsert[]): Promise<void> {
    await this.database.boss.insert(name, jobs, { db });
  }

  /**
   * Keeps the job that waits with the key, due no later than this one; otherwise adds this one.
   * @returns The id of the one that waits now.
   */
  async addKeyed(db: SqlRunner, name: string, job: JobInsert): Promise<string> {
    for (;;) {
      const { rows } = await db.executeSql<{ id: string }>(KEEP_WAITING_SQL, [
        name,
        job.singletonKey,
        job.startAfter ?? 0,
      ]);
      if (rows[0]) return rows[0].id;
      const added = await this.database.boss.insert(name, [job], { db, returnId: true });
      if (added?.[0]) return added[0];
    }
  }

  /** @returns Whether the job waits, which is due now. */
  async makeDue(name: string, id: string): Promise<boolean> {
    const rows = await this.database.query(
      `update jobs.job set start_after = least(start_after, now())
       where name = $1 and id = $2 and state < 'active' returning id`,
      [name, id],
    );
    return rows.length > 0;
  }

  async listKeysWithoutJob(name: string, keys: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ key: string }>(
      `select k.key from unnest($2::text[]) as k(key) where not exists (
         select from jobs.job j where j.name = $1 and j.singleton_key = k.key and j.state <= 'active')`,
      [name, keys],
    );
    return rows.map(({ key }) => key);
  }

  /** The queues of `names` that have a due job and are not paused. */
  async listDue(names: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ name: string }>(
      `select n.name from unnest($1::text[]) as n(name) where exists (
         select from jobs.job j
         where j.name = n.name and j.state < 'active' and not j.blocked and j.start_after <= now())
         and not exists (select from jobs.paused_queue p where p.name = n.name)`,
      [names],
    );
    return rows.map(({ name }) => name);
  }

  /** @throws Error when the database does not answer. */
  async ping(): Promise<void> {
    await this.database.query('select 1 from jobs.queue limit 1');
  }

  /** Reads the whole table. */
  async stats(): Promise<JobStats[]> {
    return this.database.query<JobStats>(
      `select q.name, coalesce(j.waiting, 0) as waiting, coalesce(j.due, 0) as due, coalesce(j.active, 0) as active,
         coalesce(j.oldest_due, 0)::float8 as "oldestDueSeconds",
         coalesce(d.failed, 0) as failed
       from jobs.queue q
       left join (
         select name, count(*) filter (where state < 'active')::int as waiting,
           count(*) filter (where state < 'active' and start_after <= now())::int as due,
           count(*) filter (where state = 'active')::int as active,
           extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now()))
             as oldest_due
         from jobs.job group by name
       ) j using (name)
       left join (
         select source_name as name, count(*)::int as failed from jobs.job where name = $1 group by source_name
       ) d using (name)
       where q.name <> $1 order by q.name`,
      [DEAD_QUEUE],
    );
  }

  /** The time by the clock of the database. */
  async now(): Promise<Date> {
    const [row] = await this.database.query<{ now: Date }>('select now()');
    return row?.now ?? new Date();
  }
}

/** A select around the update: the ORM hands back bare rows of a select only. */
const KEEP_WAITING_SQL = `
  with waiting as (
    select j.name, j.id from jobs.job j
    where j.name = $1 and j.state = 'created' and coalesce(j.singleton_key, '') = $2::text and j.policy = 'short'
    union all
    select j.name, j.id from jobs.job j where j.name = $1 and j.state = 'retry' and j.singleton_key = $2::text
    limit 1
  ), kept as (
    update jobs.job j set start_after = case when j.state = 'created'
      then least(j.start_after, now() + $3::float8 * interval '1 second') else j.start_after end
    from waiting w where j.name = w.name and j.id = w.id and j.state < 'active'
    returning j.id
  )
  select id from kept`;
