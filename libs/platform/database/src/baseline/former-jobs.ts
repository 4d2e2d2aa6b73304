/** Runs one or more statements, and gives the rows of one. */
export type Query = (sql: string) => Promise<unknown>;

/**
 * Takes the jobs of the former tables over, those that run with their leases, and from now on what processes of the version
 * before add. These find nothing to claim any more, and abort a run whose lease is gone, as after a take-over by another
 * process. Only where the tables are ours. Those of a restored backup have columns of text.
 * @param former The schema of the tables.
 */
export async function takeJobsOver(query: Query, former: string): Promise<void> {
  const tables = (await query(`
    select relname as name from pg_class
     where relnamespace = to_regnamespace('"${former}"') and relkind in ('r', 'p') and has_table_privilege(oid, 'delete')`)) as {
    name: string;
  }[];
  const has = (table: string): boolean => tables.some(({ name }) => name === table);
  if (!has('job')) return;
  await query(`insert into job_queues (name) select name from "${former}".queue where name <> 'jobs.dead'`);
  if (has('paused_queue'))
    await query(`
      update job_queues q set paused_at = p.paused_at::timestamptz from "${former}".paused_queue p where p.name = q.name`);
  const carryOver = carryOverFrom(former);
  if (has('job_common'))
    await query(`
      create function "${former}".carry_over() returns trigger language plpgsql set search_path from current as
        $$ begin ${carryOver} return null; end $$;
      create trigger carry_over after insert on "${former}".job_common for each statement
        execute function "${former}".carry_over()`);
  await query(carryOver);
}

/**
 * Moves every row. Those of `jobs.dead` are notices of jobs that have died; the key of a job with a share was
 * `[+]share priority id step`, with a plus once it went on, and that of one without any its id.
 */
function carryOverFrom(former: string): string {
  return `
  with moved as (delete from "${former}".job returning *),
  leases as (delete from "${former}".lease returning *),
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
    was <> 'created' or coalesce(singleton_key, '') like '+%', 1 + coalesce(source_retry_count, retry_limit)::int,
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
}
