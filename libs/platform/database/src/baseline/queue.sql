-- The tables of the queue. A database that has all others gets them while programs of the version before go on.
create table job_queues (
  name text not null,
  paused_at timestamptz,
  constraint pk_job_queues primary key (name)
);

create table jobs (
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
);

-- In the order in which they are claimed; the time is looked at in the index.
create index ix_jobs_turn on jobs (name, turn, created_at, id, run_at) where worker is null and dead_at is null;
create index ix_jobs_run_at on jobs (name, run_at) where worker is null and dead_at is null;
create index ix_jobs_failed on jobs (name, created_at, id)
 where worker is null and dead_at is null and failed_attempts > 0;
create index ix_jobs_worker on jobs (name, id) where worker is not null;
create index ix_jobs_share on jobs (name, share, turn) where share is not null and not has_run and dead_at is null;
create index ix_jobs_key on jobs (name, key) where key is not null and dead_at is null;
create unique index uq_jobs_key on jobs (name, key)
 where key is not null and worker is null and dead_at is null and not has_run;
create index ix_jobs_dead on jobs (name, dead_at, id) where dead_at is not null;
create index ix_jobs_untold on jobs (run_at) where dead_at is not null and told_at is null;
