-- Every table of the service but those of the queue, which are in queue.sql. An upgrade copies the rows of an older database between
-- queue.sql and keys.sql.

-- Trigram search; part of every PostgreSQL distribution.
create extension if not exists pg_trgm;

-- Users, their access tokens and sessions

create table users (
  id uuid not null,
  name text not null,
  email text not null,
  is_admin boolean not null,
  is_approved boolean not null,
  subject text,
  created_at timestamptz not null default now(),
  suspended_at timestamptz,
  deleted_at timestamptz,
  publisher_limit integer,
  queue_weight double precision not null default 1,
  constraint pk_users primary key (id),
  constraint uq_users_subject unique (subject)
);

create table access_tokens (
  id uuid not null,
  user_id uuid not null,
  name text not null,
  digest bytea not null,
  scopes text[] not null,
  publisher_id text,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  description text not null default '',
  parent_id uuid,
  kind text not null default 'token',
  constraint pk_access_tokens primary key (id)
);

create table sessions (
  token_id uuid not null,
  digest bytea not null,
  previous_digest bytea,
  previous_until timestamptz,
  renewed_at timestamptz not null,
  ends_at timestamptz not null,
  constraint pk_sessions primary key (token_id)
);

create table user_invitations (
  id uuid not null,
  user_id uuid not null,
  digest bytea not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  created_at timestamptz not null default now(),
  constraint pk_user_invitations primary key (id)
);

-- What the service keeps for itself

create table service_secrets (
  name text not null,
  value bytea not null,
  created_at timestamptz not null default now(),
  constraint pk_service_secrets primary key (name)
);

create table storage_id (
  is_only boolean not null default true,
  id uuid not null,
  constraint pk_storage_id primary key (is_only),
  constraint ck_storage_id_is_only check (is_only)
);

create table pending_uploads (
  key text not null,
  started_at timestamptz not null default now(),
  is_abandoned boolean not null default false,
  constraint pk_pending_uploads primary key (key)
);

create table storage_figures (
  kind text not null,
  files bigint not null,
  bytes bigint not null,
  bytes_in_database bigint not null,
  measured_at timestamptz not null default now(),
  constraint pk_storage_figures primary key (kind)
);

-- Replies are sealed, so they do not compress.
create table idempotency_keys (
  id bytea not null,
  claim_id uuid not null,
  request_hash bytea not null,
  lease_until timestamptz not null,
  reply bytea,
  replay_source text,
  replay_reference text,
  expires_at timestamptz not null,
  constraint pk_idempotency_keys primary key (id)
);
alter table idempotency_keys alter column reply set storage external;

-- Unlogged: counts of a minute need not survive a crash of the server.
create unlogged table rate_limit_counts (
  "window" bigint not null,
  key text not null,
  count integer not null,
  constraint pk_rate_limit_counts primary key ("window", key)
);

create table price_tables (
  version text not null,
  prices jsonb not null,
  created_at timestamptz not null default now(),
  constraint pk_price_tables primary key (version)
);

-- Files, and media tasks with the log of their status changes

create table assets (
  id uuid not null,
  user_id uuid,
  task_id uuid,
  purpose text not null,
  extension text not null,
  content_type text not null,
  bytes bigint,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  source text,
  storage_key text,
  content bytea,
  sha256 bytea,
  has_credentials boolean,
  source_type text,
  constraint pk_assets primary key (id)
);

create table tasks (
  id uuid not null,
  kind text not null,
  status text not null,
  user_id uuid,
  token_id uuid,
  request jsonb not null,
  provider text not null,
  outputs jsonb not null default '[]',
  details jsonb not null default '{}',
  error_code text,
  error_message text,
  progress smallint not null default 0,
  credits integer not null,
  estimated_seconds integer not null,
  callback_url text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  deleted_at timestamptz,
  run integer,
  source text,
  traceparent text,
  retention_hours integer,
  expires_at timestamptz,
  expired_at timestamptz,
  predicted_seconds integer,
  constraint pk_tasks primary key (id)
);

create table task_events (
  task_id uuid not null,
  seq integer not null,
  status text not null,
  created_at timestamptz not null default now(),
  constraint pk_task_events primary key (task_id, seq)
);

create table music_lines (
  task_id uuid not null,
  seq integer not null,
  line text not null,
  constraint pk_music_lines primary key (task_id, seq)
);

-- The ledger: transfers between accounts, which are only ever added, and what the database derives from them by itself: open
-- holds, what is left of grants, and counters of limits

create table credit_accounts (
  id uuid not null,
  type text not null,
  name text not null,
  is_prepaid boolean,
  created_at timestamptz not null default now(),
  constraint pk_credit_accounts primary key (id),
  constraint uq_credit_accounts_type_name unique (type, name),
  constraint ck_credit_accounts_type check (type in ('user', 'without_token', 'issuer', 'revenue', 'cost', 'vendor'))
);

create table credit_policy (
  is_only boolean not null default true,
  is_prepaid boolean not null default false,
  constraint pk_credit_policy primary key (is_only),
  constraint ck_credit_policy_is_only check (is_only)
);

create table credit_transfers (
  id uuid not null,
  type text not null,
  debit_account uuid not null,
  credit_account uuid not null,
  amount integer not null,
  resolves uuid,
  user_id uuid,
  token_id uuid,
  kind text,
  provider text,
  task_id uuid,
  order_key text,
  grant_id uuid,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  billed numeric(16, 6),
  constraint pk_credit_transfers primary key (id),
  constraint ck_credit_transfers_accounts check (debit_account <> credit_account),
  constraint ck_credit_transfers_amount check (amount >= 0 and (type <> 'void' or amount = 0)),
  constraint ck_credit_transfers_billed
    check (billed is null or type = 'cost' and billed >= 0 and amount = ceil(billed)),
  constraint ck_credit_transfers_cost check ((type = 'cost') = (order_key is not null)),
  constraint ck_credit_transfers_grant check ((type in ('grant', 'expiry', 'correction')) = (grant_id is not null)),
  constraint ck_credit_transfers_hold check ((type = 'hold') = (expires_at is not null)),
  constraint ck_credit_transfers_resolves check ((type in ('post', 'void')) = (resolves is not null)),
  constraint ck_credit_transfers_type check (type in ('hold', 'post', 'void', 'grant', 'expiry', 'cost', 'correction'))
);

create table credit_holds (
  id uuid not null,
  user_id uuid,
  amount integer not null,
  expires_at timestamptz not null,
  constraint pk_credit_holds primary key (id)
);

create table credit_grants (
  id uuid not null,
  user_id uuid not null,
  category text not null,
  note text not null default '',
  priority smallint not null default 0,
  effective_at timestamptz not null,
  expires_at timestamptz,
  voided_at timestamptz,
  created_at timestamptz not null default now(),
  amount integer not null default 0,
  available integer not null default 0,
  held integer not null default 0,
  spent integer not null default 0,
  expired integer not null default 0,
  constraint pk_credit_grants primary key (id),
  constraint ck_credit_grants_parts check (available >= 0 and held >= 0 and spent >= 0 and expired >= 0),
  constraint ck_credit_grants_sum check (amount = available + held + spent + expired),
  constraint ck_credit_grants_times check (expires_at is null or expires_at > effective_at)
);

create table credit_allocations (
  hold_id uuid not null,
  position smallint not null,
  grant_id uuid not null,
  amount integer not null,
  constraint pk_credit_allocations primary key (hold_id, position),
  constraint ck_credit_allocations_amount check (amount > 0)
);

create table credit_limits (
  id uuid not null,
  user_id uuid not null,
  token_id uuid,
  owner_id uuid not null generated always as (coalesce(token_id, user_id)) stored,
  period text not null,
  allowed bigint not null,
  created_at timestamptz not null default now(),
  constraint pk_credit_limits primary key (id),
  constraint uq_credit_limits_owner_id_period unique (owner_id, period),
  constraint ck_credit_limits_allowed check (allowed >= 0),
  constraint ck_credit_limits_period check (period in ('total', 'day', 'month'))
);

create table credit_counters (
  limit_id uuid not null,
  window_start timestamptz not null,
  used bigint not null,
  constraint pk_credit_counters primary key (limit_id, window_start),
  constraint ck_credit_counters_used check (used >= 0)
);

create table credit_usage (
  account_id uuid not null,
  day date not null,
  kind text not null,
  token_id uuid,
  provider text not null,
  tasks integer not null,
  succeeded integer not null,
  failed integer not null,
  price bigint not null,
  ended_price bigint not null,
  spent bigint not null,
  constraint uq_credit_usage unique nulls not distinct (account_id, day, kind, token_id, provider)
);

create table credit_usage_totals (
  part text not null,
  day date not null,
  account_id uuid,
  token_id uuid,
  kind text,
  provider text,
  tasks integer not null,
  succeeded integer not null,
  failed integer not null,
  price bigint not null,
  ended_price bigint not null,
  spent bigint not null,
  constraint uq_credit_usage_totals unique nulls not distinct (part, account_id, day, token_id, kind, provider),
  constraint ck_credit_usage_totals_part check (part in ('kind', 'user', 'token'))
);

-- Rows stay for a minute: without its settings the table would be mostly dead ones.
create table credit_usage_waiting (
  transfer_id uuid not null,
  account_id uuid not null,
  constraint pk_credit_usage_waiting primary key (transfer_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Vendors

create table vendor_orders (
  task_id uuid not null,
  attempt integer not null,
  vendor text not null,
  kind text not null,
  reference uuid not null,
  state text not null,
  vendor_id text,
  outcome text,
  credits integer,
  failures integer not null default 0,
  last_answer text,
  created_at timestamptz not null default now(),
  deadline_at timestamptz not null,
  ordered_at timestamptz,
  submitted_at timestamptz,
  ended_at timestamptz,
  polls integer not null default 0,
  first_poll_at timestamptz,
  last_poll_at timestamptz,
  next_check_at timestamptz,
  vendor_key text,
  billed numeric(16, 6),
  constraint pk_vendor_orders primary key (task_id, attempt),
  constraint ck_vendor_orders_credits check (credits >= 0),
  constraint ck_vendor_orders_outcome check ((state = 'ended') = (outcome is not null))
);

create table vendor_states (
  vendor text not null,
  is_draining boolean not null default false,
  weight integer,
  updated_at timestamptz not null default now(),
  constraint pk_vendor_states primary key (vendor),
  constraint ck_vendor_states_weight check (weight between 0 and 1000)
);

create table vendor_circuits (
  process_id uuid not null,
  vendor text not null,
  state text not null,
  seen_at timestamptz not null default now(),
  constraint pk_vendor_circuits primary key (process_id, vendor)
);

create table vendor_resting_keys (
  process_id uuid not null,
  vendor text not null,
  key_name text not null,
  rests_until timestamptz not null,
  seen_at timestamptz not null default now(),
  constraint pk_vendor_resting_keys primary key (process_id, vendor, key_name)
);

create table provider_calls (
  minute timestamptz not null,
  process_id uuid not null,
  provider text not null,
  work text not null,
  calls integer not null,
  errors integer not null,
  durations jsonb not null,
  last_error text,
  last_error_at timestamptz,
  refusals integer not null default 0,
  constraint pk_provider_calls primary key (minute, process_id, provider, work)
);

-- Webhooks

create table webhook_secrets (
  id uuid not null,
  user_id uuid,
  secret bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  constraint pk_webhook_secrets primary key (id)
);

create table webhook_endpoints (
  id uuid not null,
  user_id uuid not null,
  url text not null,
  description text not null default '',
  kinds text[] not null default '{}',
  statuses text[] not null default '{}',
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz,
  failing_since timestamptz,
  last_failure_at timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  created_at timestamptz not null default now(),
  constraint pk_webhook_endpoints primary key (id),
  constraint ck_webhook_endpoints_disabled_at check ((disabled_at is null) = (disabled_reason is null))
);

create table webhook_deliveries (
  id uuid not null,
  task_id uuid,
  seq integer not null,
  user_id uuid,
  url text not null,
  body text not null,
  status text not null,
  attempt_count integer not null default 0,
  next_attempt_at timestamptz,
  created_at timestamptz not null default now(),
  chain_id uuid not null,
  endpoint_id uuid,
  type text,
  constraint pk_webhook_deliveries primary key (id),
  constraint uq_webhook_deliveries_chain_id_seq unique (chain_id, seq)
);

create table webhook_attempts (
  id uuid not null,
  delivery_id uuid not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  response_status integer,
  response_text text,
  error text,
  endpoint_id uuid,
  constraint pk_webhook_attempts primary key (id)
);

-- The registry

create table publishers (
  id text not null,
  name text not null,
  description text not null default '',
  logo text not null default '',
  source_code_repo text not null default '',
  support text not null default '',
  website text not null default '',
  status text not null default 'PublisherStatusActive',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ban_reason text not null default '',
  banned_at timestamptz,
  constraint pk_publishers primary key (id)
);

create table publisher_members (
  id uuid not null,
  publisher_id text not null,
  user_id uuid,
  role text not null,
  accepted_at timestamptz,
  created_at timestamptz not null default now(),
  invited_email text,
  constraint pk_publisher_members primary key (id),
  constraint uq_publisher_members_publisher_id_user_id unique (publisher_id, user_id)
);

create table nodes (
  id text not null,
  id_key text not null,
  look_alike_key text not null,
  publisher_id text not null,
  name text not null,
  author text not null default '',
  description text not null default '',
  banner_url text not null default '',
  icon text not null default '',
  category text not null default '',
  license text not null default '',
  repository text not null default '',
  tags text[] not null default '{}',
  tags_admin text[] not null default '{}',
  supported_os text[] not null default '{}',
  supported_accelerators text[] not null default '{}',
  supported_app_version text not null default '',
  supported_app_frontend_version text not null default '',
  preempted_app_node_names text[] not null default '{}',
  translations jsonb not null default '{}',
  github_stars integer not null default 0,
  search_ranking integer not null default 0,
  downloads integer not null default 0,
  rating_sum integer not null default 0,
  rating_count integer not null default 0,
  status text not null default 'NodeStatusActive',
  status_detail text not null default '',
  review_reason text,
  latest_version_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ban_reason text not null default '',
  constraint pk_nodes primary key (id)
);

create table node_reviews (
  node_id text not null,
  user_id uuid not null,
  star smallint not null,
  updated_at timestamptz not null default now(),
  constraint pk_node_reviews primary key (node_id, user_id)
);

create table node_downloads (
  node_id text not null,
  day date not null,
  downloads integer not null,
  constraint pk_node_downloads primary key (node_id, day)
);

-- A block is the first id of a range and how many listed nodes are in it. Changes since the blocks were counted are rows, which no
-- writer waits for.
create table node_list_blocks (
  id_key text not null,
  nodes integer not null,
  constraint pk_node_list_blocks primary key (id_key)
);

create table node_list_changes (
  id_key text not null,
  nodes integer not null
);

create table node_versions (
  id uuid not null,
  node_id text not null,
  version text not null,
  sort_key text not null,
  is_prerelease boolean not null,
  changelog text not null default '',
  dependencies text[] not null default '{}',
  deprecated boolean not null default false,
  status text not null default 'NodeVersionStatusPending',
  status_reason text not null default '',
  supported_os text[] not null default '{}',
  supported_accelerators text[] not null default '{}',
  supported_app_version text not null default '',
  supported_app_frontend_version text not null default '',
  tags text[] not null default '{}',
  tags_admin text[] not null default '{}',
  app_node_extract_status text not null default 'pending',
  app_node_extract_reason text not null default '',
  archive_key text,
  archive_bytes integer,
  archive_sha256 bytea,
  upload_deadline timestamptz not null,
  published_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archive_refusal text,
  published_by_token uuid,
  deleted_banned boolean not null default false,
  constraint pk_node_versions primary key (id),
  constraint uq_node_versions_node_id_version unique (node_id, version)
);

create table version_reports (
  node_version_id uuid not null,
  report jsonb not null,
  checked_at timestamptz not null default now(),
  constraint pk_version_reports primary key (node_version_id)
);

create table app_nodes (
  node_version_id uuid not null,
  name text not null,
  display_name text not null default '',
  category text not null default '',
  description text not null default '',
  function text not null default '',
  input_types text not null default '{}',
  return_types text not null default '[]',
  return_names text not null default '[]',
  output_is_list boolean[] not null default '{}',
  deprecated boolean not null default false,
  experimental boolean not null default false,
  policy text not null default 'AppNodePolicyActive',
  docstring text,
  constraint pk_app_nodes primary key (node_version_id, name)
);

create table audit_entries (
  id uuid not null,
  actor_id uuid,
  action text not null,
  target_kind text not null,
  target_id text not null,
  reason text not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now(),
  token_id uuid,
  constraint pk_audit_entries primary key (id)
);

create table registry_changes (
  serial bigint not null generated always as identity,
  kind text not null,
  action text not null,
  publisher_id text,
  node_id text,
  version text,
  created_at timestamptz not null default now(),
  constraint pk_registry_changes primary key (serial)
);

-- The search: derived tables. Nothing refers to them, and all of them can be built again from the registry's own tables

-- The lexemes are read through their index only, so they are kept out of the row: 50 rows share a page, not 6, and a page of
-- results costs as few page reads. PostgreSQL looks for values to move out only in rows over 2 kB; the padding, which
-- compresses to 35 bytes, makes every row one. Statistics on lexemes would cost much and change no plan.
create table node_search (
  id text collate "C" not null,
  rank_key uuid not null,
  created_at timestamptz not null,
  downloads bigint not null,
  stars integer not null,
  head smallint not null,
  is_sampled boolean not null,
  is_banned boolean not null,
  os text[],
  accelerators text[],
  lexemes tsvector not null,
  padding text not null default repeat(' ', 2100),
  constraint pk_node_search primary key (id)
) with (toast_tuple_target = 176);
alter table node_search
  alter column lexemes set storage external,
  alter column lexemes set statistics 0,
  alter column id set storage main,
  alter column os set storage main,
  alter column accelerators set storage main;

create table node_search_key (
  node_id text collate "C" not null,
  key text collate "C" not null,
  name text collate "C" not null,
  constraint pk_node_search_key primary key (node_id, key)
);

create table search_head (
  head smallint not null,
  rank_key uuid not null,
  id text collate "C" not null,
  catalogue_rows integer not null,
  is_ready boolean not null,
  constraint pk_search_head primary key (head)
);

-- `n`, `t`, `a` and `r` count documents by field: name, text, app nodes, repository. They guide plans, not results. Every look-up
-- of words is bounded, so rough statistics make the same plans and take an eighth of the time.
create table search_term (
  term text collate "C" not null,
  n integer not null,
  t integer not null,
  a integer not null,
  r integer not null,
  constraint pk_search_term primary key (term) include (n, t, a, r)
) with (fillfactor = 80);
alter table search_term
  alter column term set statistics 10,
  alter column n set statistics 10,
  alter column t set statistics 10,
  alter column a set statistics 10,
  alter column r set statistics 10;
