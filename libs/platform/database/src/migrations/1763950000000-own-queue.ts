import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** The queue in two tables of our own, in the schema of all others. */
const TABLES = [
  `create table job_queues (
    name text not null,
    paused_at timestamptz,
    constraint pk_job_queues primary key (name)
  )`,
  `create table jobs (
    id uuid not null,
    name text not null,
    payload jsonb not null,
    key text,
    group_key text,
    share text,
    step integer,
    priority integer not null,
    turn integer not null,
    run_at timestamptz not null,
    has_run boolean not null default false,
    max_attempts integer not null,
    failed_attempts integer not null default 0,
    crashes integer not null default 0,
    error jsonb,
    worker integer,
    lease_until timestamptz,
    started_at timestamptz,
    created_at timestamptz not null default now(),
    dead_at timestamptz,
    told_at timestamptz,
    constraint pk_jobs primary key (id)
  )`,
  // In the order in which they are claimed; the time is looked at in the index.
  `create index ix_jobs_turn on jobs (name, turn, created_at, id, run_at) where worker is null and dead_at is null`,
  `create index ix_jobs_run_at on jobs (name, run_at) where worker is null and dead_at is null`,
  `create index ix_jobs_failed on jobs (name, created_at, id)
   where worker is null and dead_at is null and failed_attempts > 0`,
  `create index ix_jobs_worker on jobs (name, id) where worker is not null`,
  `create index ix_jobs_share on jobs (name, share, turn) where share is not null and not has_run and dead_at is null`,
  `create index ix_jobs_key on jobs (name, key) where key is not null and dead_at is null`,
  `create unique index uq_jobs_key on jobs (name, key)
   where key is not null and worker is null and dead_at is null and not has_run`,
  `create index ix_jobs_dead on jobs (name, dead_at, id) where dead_at is not null`,
  `create index ix_jobs_untold on jobs (run_at) where dead_at is not null and told_at is null`,
];

/**
 * Moves every row of the former tables, in the schema `%1$I`. Those of `jobs.dead` are notices of jobs that have died; the key
 * of a job with a share was `[+]share priority id step`, with a plus once it went on, and that of one without any its id.
 */
const CARRY_OVER = `
  with moved as (delete from %1$I.job returning *),
  leases as (delete from %1$I.lease returning *),
  read as (
    select m.*, m.id::uuid as job_id, m.state::text as was, m.name = 'jobs.dead' as is_dead,
      coalesce(position(' ' in m.singleton_key) > 0, false) as has_share, string_to_array(m.singleton_key, ' ') as parts,
      l.worker_id, l.expires_at, coalesce(l.crashes, 0) as crashes
    from moved m left join leases l on l.job_id = m.id::uuid
    where m.name = 'jobs.dead' or m.state::text in ('created', 'retry', 'active')
  )
  insert into jobs (id, name, payload, key, group_key, share, step, priority, turn, run_at, has_run, max_attempts,
    failed_attempts, crashes, error, worker, lease_until, started_at, created_at, dead_at, told_at)
  select job_id, coalesce(source_name, name), coalesce(data::jsonb, '{}'),
    case when not has_share and singleton_key <> job_id::text then singleton_key end, group_id,
    case when has_share then ltrim(parts[1], '+') end, case when has_share then coalesce(parts[4]::int, 60) end,
    case when parts[3] is null then 0 else parts[2]::int end, -priority::int, start_after::timestamptz,
    was <> 'created' or singleton_key like '+%%', 1 + coalesce(source_retry_count, retry_limit)::int,
    case when is_dead then source_retry_count::int + 1 when was = 'retry' and started_on is not null
      then retry_count::int + 1 else retry_count::int end,
    crashes, case when is_dead then source_output::jsonb when was <> 'created' then output::jsonb end,
    case when was = 'active' then coalesce(worker_id, 0) end, case when was = 'active' then coalesce(expires_at, now()) end,
    case when was = 'active' then started_on::timestamptz end, coalesce(source_created_on, created_on)::timestamptz,
    case when is_dead then created_on::timestamptz end,
    case when is_dead and was not in ('created', 'retry', 'active') then now() end
  from read r
  where not exists (
    select from jobs j
    where j.name = r.name and j.key = r.singleton_key and j.worker is null and j.dead_at is null and j.has_run)
  on conflict (name, key) where key is not null and worker is null and dead_at is null and not has_run
    do update set run_at = least(jobs.run_at, excluded.run_at);`;

/**
 * Takes the jobs of the former tables over, those that run with their leases, and from now on what processes of the version
 * before add. These find nothing to claim any more, and abort a run whose lease is gone, as after a take-over by another
 * process. Only where the tables are ours. Those of a restored backup are without the library, and are needed no longer.
 */
const TAKE_OVER = `
  do $take_over$
  declare
    former text := coalesce(nullif(current_setting('atelier.queue_schema', true), ''), 'jobs');
  begin
    if not exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = former and c.relname = 'job' and has_table_privilege(c.oid, 'delete')
    ) then
      return;
    end if;
    execute format('insert into job_queues (name) select name from %I.queue where name <> $1', former) using 'jobs.dead';
    if to_regclass(format('%I.paused_queue', former)) is not null then
      execute format('update job_queues q set paused_at = p.paused_at::timestamptz from %I.paused_queue p
        where p.name = q.name', former);
    end if;
    if to_regclass(format('%I.job_common', former)) is null then
      execute format($carry$${CARRY_OVER}$carry$, former);
      execute format('drop schema %I cascade', former);
      return;
    end if;
    execute format($trigger$
      create function %1$I.carry_over() returns trigger language plpgsql set search_path from current as
        $function$ begin ${CARRY_OVER} return null; end $function$;
      create trigger carry_over after insert on %1$I.job_common for each statement execute function %1$I.carry_over();
    $trigger$, former);
    execute format($carry$${CARRY_OVER}$carry$, former);
  end $take_over$`;

export class OwnQueue1763950000000 implements Migration {
  readonly exceptions = {
    'hidden-statements':
      'whether there are former tables, and in which schema, is known to the database alone',
  };

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...TABLES, TAKE_OVER]) await runner.query(statement);
  }

  /** Jobs that wait are lost. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table jobs, job_queues');
  }
}
