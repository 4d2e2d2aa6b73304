-- Extensions1763700000000
create extension if not exists pg_trgm
-- Users1763700010000
create table "users" (
  "id" uuid not null,
  "name" text not null,
  "email" text not null,
  "isAdmin" boolean not null,
  "isApproved" boolean not null,
  "subject" text,
  "createdAt" timestamptz not null default now(),
  constraint "pk_users" primary key ("id"),
  constraint "uq_users_subject" unique ("subject")
);
create index "ix_users_email" on "users" (lower("email"));
create table "access_tokens" (
  "id" uuid not null,
  "userId" uuid not null,
  "name" text not null,
  "digest" bytea not null,
  "scopes" text array not null,
  "publisherId" text,
  "expiresAt" timestamptz,
  "revokedAt" timestamptz,
  "lastUsedAt" timestamptz,
  "createdAt" timestamptz not null default now(),
  constraint "pk_access_tokens" primary key ("id"),
  constraint "fk_access_tokens_user_id" foreign key ("userId") references "users" ("id") on delete cascade
);
create index "ix_access_tokens_user_id" on "access_tokens" ("userId");
create unique index "uq_access_tokens_digest" on "access_tokens" ("digest")
-- ServiceSecrets1763700020000
create table "service_secrets" (
  "name" text not null,
  "value" bytea not null,
  "createdAt" timestamptz not null default now(),
  constraint "pk_service_secrets" primary key ("name")
)
-- Assets1763700030000
create table "assets" (
  "id" uuid not null,
  "userId" uuid,
  "taskId" uuid,
  "purpose" text not null,
  "extension" text not null,
  "contentType" text not null,
  "bytes" bigint,
  "expiresAt" timestamptz,
  "createdAt" timestamptz not null default now(),
  constraint "pk_assets" primary key ("id"),
  constraint "fk_assets_user_id" foreign key ("userId") references "users" ("id") on delete set null
);
create index "ix_assets_task_id" on "assets" ("taskId");
create index "ix_assets_expires_at" on "assets" ("expiresAt") where "expiresAt" is not null
-- Tasks1763700040000
create table "tasks" (
  "id" uuid not null,
  "kind" text not null,
  "status" text not null,
  "userId" uuid,
  "tokenId" uuid,
  "request" jsonb not null,
  "provider" text not null,
  "outputs" jsonb not null default '[]',
  "details" jsonb not null default '{}',
  "errorCode" text,
  "errorMessage" text,
  "progress" smallint not null default 0,
  "credits" integer not null,
  "estimatedSeconds" integer not null,
  "callbackUrl" text,
  "createdAt" timestamptz not null default now(),
  "startedAt" timestamptz,
  "finishedAt" timestamptz,
  "deletedAt" timestamptz,
  constraint "pk_tasks" primary key ("id"),
  constraint "fk_tasks_user_id" foreign key ("userId") references "users" ("id") on delete set null
);
create index "ix_tasks_user_id_id" on "tasks" ("userId", "id");
create table "task_events" (
  "taskId" uuid not null,
  "seq" integer not null,
  "status" text not null,
  "createdAt" timestamptz not null default now(),
  constraint "pk_task_events" primary key ("taskId", "seq"),
  constraint "fk_task_events_task_id" foreign key ("taskId") references "tasks" ("id") on delete cascade
)
-- Jobs1763700100000
-- As the job library made them, of what is read.
create schema jobs;
create type jobs.job_state as enum ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
create table jobs.queue (name text primary key);
create function jobs.create_queue(queue_name text, options jsonb) returns void language sql as
  'insert into jobs.queue (name) values (queue_name)';
create table jobs.job (
  id uuid not null default gen_random_uuid(), name text not null references jobs.queue, priority integer not null default 0,
  data jsonb, state jobs.job_state not null default 'created', retry_limit integer not null default 2,
  retry_count integer not null default 0, singleton_key text, group_id text,
  start_after timestamptz not null default now(), created_on timestamptz not null default now(),
  started_on timestamptz, completed_on timestamptz, output jsonb, source_name text, source_created_on timestamptz,
  source_retry_count integer, source_output jsonb, primary key (name, id)
) partition by list (name);
create table jobs.job_common partition of jobs.job default;
create table jobs.lease (
  job_id uuid primary key,
  job_name text not null,
  attempt integer not null,
  worker_id integer,
  expires_at timestamptz not null,
  crashes integer not null default 0
);
create index idx_job_retry_key on jobs.job_common (name, singleton_key) where state = 'retry'
-- Registry1763700200000
create table "publishers" (
  "id" text not null,
  "name" text not null,
  "description" text not null default '',
  "logo" text not null default '',
  "sourceCodeRepo" text not null default '',
  "support" text not null default '',
  "website" text not null default '',
  "status" text not null default 'PublisherStatusActive',
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint "pk_publishers" primary key ("id")
);
create table "publisher_members" (
  "id" uuid not null,
  "publisherId" text not null,
  "userId" uuid not null,
  "role" text not null,
  "acceptedAt" timestamptz,
  "createdAt" timestamptz not null default now(),
  constraint "pk_publisher_members" primary key ("id"),
  constraint "uq_publisher_members_publisher_id_user_id" unique ("publisherId", "userId"),
  constraint "fk_publisher_members_publisher_id" foreign key ("publisherId") references "publishers" ("id") on delete cascade,
  constraint "fk_publisher_members_user_id" foreign key ("userId") references "users" ("id") on delete cascade
);
create index "ix_publisher_members_user_id" on "publisher_members" ("userId");
create table "nodes" (
  "id" text not null,
  "idKey" text not null,
  "lookAlikeKey" text not null,
  "publisherId" text not null,
  "name" text not null,
  "author" text not null default '',
  "description" text not null default '',
  "bannerUrl" text not null default '',
  "icon" text not null default '',
  "category" text not null default '',
  "license" text not null default '',
  "repository" text not null default '',
  "tags" text array not null default '{}',
  "tagsAdmin" text array not null default '{}',
  "supportedOs" text array not null default '{}',
  "supportedAccelerators" text array not null default '{}',
  "supportedAppVersion" text not null default '',
  "supportedAppFrontendVersion" text not null default '',
  "preemptedAppNodeNames" text array not null default '{}',
  "translations" jsonb not null default '{}',
  "githubStars" integer not null default 0,
  "searchRanking" integer not null default 0,
  "downloads" integer not null default 0,
  "ratingSum" integer not null default 0,
  "ratingCount" integer not null default 0,
  "status" text not null default 'NodeStatusActive',
  "statusDetail" text not null default '',
  "reviewReason" text,
  "latestVersionId" uuid,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint "pk_nodes" primary key ("id"),
  constraint "fk_nodes_publisher_id" foreign key ("publisherId") references "publishers" ("id") on delete restrict
);
create unique index "uq_nodes_id_key" on "nodes" ("idKey");
create index "ix_nodes_look_alike_key" on "nodes" ("lookAlikeKey");
create index "ix_nodes_publisher_id" on "nodes" ("publisherId");
create table "node_reviews" (
  "nodeId" text not null,
  "userId" uuid not null,
  "star" smallint not null,
  "updatedAt" timestamptz not null default now(),
  constraint "pk_node_reviews" primary key ("nodeId", "userId"),
  constraint "fk_node_reviews_node_id" foreign key ("nodeId") references "nodes" ("id") on delete cascade,
  constraint "fk_node_reviews_user_id" foreign key ("userId") references "users" ("id") on delete cascade
);
create table "node_versions" (
  "id" uuid not null,
  "nodeId" text not null,
  "version" text not null,
  "sortKey" text not null,
  "isPrerelease" boolean not null,
  "changelog" text not null default '',
  "dependencies" text array not null default '{}',
  "deprecated" boolean not null default false,
  "status" text not null default 'NodeVersionStatusPending',
  "statusReason" text not null default '',
  "supportedOs" text array not null default '{}',
  "supportedAccelerators" text array not null default '{}',
  "supportedAppVersion" text not null default '',
  "supportedAppFrontendVersion" text not null default '',
  "tags" text array not null default '{}',
  "tagsAdmin" text array not null default '{}',
  "appNodeExtractStatus" text not null default 'pending',
  "appNodeExtractReason" text not null default '',
  "archiveKey" text,
  "archiveBytes" integer,
  "archiveSha256" bytea,
  "uploadDeadline" timestamptz not null,
  "publishedBy" uuid,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  constraint "pk_node_versions" primary key ("id"),
  constraint "uq_node_versions_node_id_version" unique ("nodeId", "version"),
  constraint "fk_node_versions_node_id" foreign key ("nodeId") references "nodes" ("id") on delete restrict,
  constraint "fk_node_versions_published_by" foreign key ("publishedBy") references "users" ("id") on delete set null
);
create index "ix_node_versions_node_id_sort_key" on "node_versions" ("nodeId", "sortKey");
alter table "nodes" add constraint "fk_nodes_latest_version_id"
  foreign key ("latestVersionId") references "node_versions" ("id") on delete set null;
create table "app_nodes" (
  "nodeVersionId" uuid not null,
  "name" text not null,
  "displayName" text not null default '',
  "category" text not null default '',
  "description" text not null default '',
  "function" text not null default '',
  "inputTypes" text not null default '',
  "returnTypes" text not null default '',
  "returnNames" text not null default '',
  "outputIsList" boolean array not null default '{}',
  "deprecated" boolean not null default false,
  "experimental" boolean not null default false,
  "policy" text not null default 'AppNodePolicyActive',
  constraint "pk_app_nodes" primary key ("nodeVersionId", "name"),
  constraint "fk_app_nodes_node_version_id" foreign key ("nodeVersionId") references "node_versions" ("id") on delete cascade
);
create index "ix_app_nodes_name" on "app_nodes" ("name")
-- RegistryLogs1763700210000
create table "audit_entries" (
  "id" uuid not null,
  "actorId" uuid,
  "action" text not null,
  "targetKind" text not null,
  "targetId" text not null,
  "reason" text not null,
  "before" jsonb,
  "after" jsonb,
  "createdAt" timestamptz not null default now(),
  constraint "pk_audit_entries" primary key ("id"),
  constraint "fk_audit_entries_actor_id" foreign key ("actorId") references "users" ("id") on delete set null
);
create index "ix_audit_entries_target_kind_target_id" on "audit_entries" ("targetKind", "targetId");
create table "registry_changes" (
  "serial" bigint generated always as identity,
  "kind" text not null,
  "action" text not null,
  "publisherId" text,
  "nodeId" text,
  "version" text,
  "createdAt" timestamptz not null default now(),
  constraint "pk_registry_changes" primary key ("serial")
)
-- NodeSearch1763700300000
create table node_search (
  id text collate "C" not null constraint pk_node_search primary key,
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
  padding text not null default repeat(' ', 2100)
) with (toast_tuple_target = 176);
alter table node_search
  alter column lexemes set storage external,
  alter column lexemes set statistics 0,
  alter column id set storage main,
  alter column os set storage main,
  alter column accelerators set storage main;
create index ix_node_search_rank on node_search (rank_key, id);
create index ix_node_search_downloads on node_search (downloads desc, rank_key, id);
create index ix_node_search_stars on node_search (stars desc, rank_key, id);
create index ix_node_search_newest on node_search (created_at desc, rank_key, id);
create index ix_node_search_lexemes on node_search using gin (lexemes) with (fastupdate = off);
create index ix_node_search_lexemes_head_0 on node_search using gin (lexemes) with (fastupdate = off) where head - 0 <= 0;
create index ix_node_search_lexemes_head_1 on node_search using gin (lexemes) with (fastupdate = off) where head - 1 <= 0;
create index ix_node_search_lexemes_head_2 on node_search using gin (lexemes) with (fastupdate = off) where head - 2 <= 0;
create index ix_node_search_lexemes_head_3 on node_search using gin (lexemes) with (fastupdate = off) where head - 3 <= 0;
create index ix_node_search_lexemes_head_4 on node_search using gin (lexemes) with (fastupdate = off) where head - 4 <= 0;
create index ix_node_search_lexemes_sample on node_search using gin (lexemes) with (fastupdate = off) where is_sampled;
create table node_search_key (
  node_id text collate "C" not null
    constraint fk_node_search_key_node_id references node_search (id) on delete cascade,
  key text collate "C" not null,
  name text collate "C" not null,
  constraint pk_node_search_key primary key (node_id, key)
);
create index ix_node_search_key_key on node_search_key (key);
create index ix_node_search_key_beginning on node_search_key (length(key), key) include (name);
create index ix_node_search_key_end on node_search_key (length(key), (reverse(key) collate "C")) include (key, name);
create table search_head (
  head smallint not null constraint pk_search_head primary key,
  rank_key uuid not null,
  id text collate "C" not null,
  catalogue_rows integer not null,
  is_ready boolean not null
);
create table search_term (
  term text collate "C" not null,
  n integer not null,
  t integer not null,
  a integer not null,
  r integer not null,
  constraint pk_search_term primary key (term) include (n, t, a, r)
) with (fillfactor = 80);
create index ix_search_term_beginning on search_term (length(term), term) include (n, t, a, r);
create index ix_search_term_end on search_term (length(term), (reverse(term) collate "C")) include (term, n, t, a, r);
alter table search_term alter column term set statistics 10;
alter table search_term alter column n set statistics 10;
alter table search_term alter column t set statistics 10;
alter table search_term alter column a set statistics 10;
alter table search_term alter column r set statistics 10;
alter index ix_search_term_beginning alter column 1 set statistics 10;
alter index ix_search_term_end alter column 1 set statistics 10;
alter index ix_search_term_end alter column 2 set statistics 10
-- Webhooks1763700300500
create table "webhook_secrets" (
  "id" uuid not null,
  "userId" uuid not null,
  "secret" bytea not null,
  "createdAt" timestamptz not null default now(),
  "expiresAt" timestamptz,
  constraint "pk_webhook_secrets" primary key ("id"),
  constraint "fk_webhook_secrets_user_id" foreign key ("userId") references "users" ("id") on delete cascade
);
create unique index "uq_webhook_secrets_user_id_current" on "webhook_secrets" ("userId") where "expiresAt" is null;
create table "webhook_deliveries" (
  "id" uuid not null,
  "taskId" uuid not null,
  "seq" integer not null,
  "userId" uuid,
  "url" text not null,
  "body" text not null,
  "status" text not null,
  "attemptCount" integer not null default 0,
  "nextAttemptAt" timestamptz,
  "createdAt" timestamptz not null default now(),
  constraint "pk_webhook_deliveries" primary key ("id"),
  constraint "uq_webhook_deliveries_task_id_seq" unique ("taskId", "seq"),
  constraint "fk_webhook_deliveries_task_id" foreign key ("taskId") references "tasks" ("id") on delete cascade
);
create table "webhook_attempts" (
  "id" uuid not null,
  "deliveryId" uuid not null,
  "startedAt" timestamptz not null,
  "durationMs" integer not null,
  "responseStatus" integer,
  "responseText" text,
  "error" text,
  constraint "pk_webhook_attempts" primary key ("id"),
  constraint "fk_webhook_attempts_delivery_id" foreign key ("deliveryId") references "webhook_deliveries" ("id") on delete cascade
);
create index "ix_webhook_attempts_delivery_id" on "webhook_attempts" ("deliveryId")
-- RequestRecords1763700500000
create table "idempotency_keys" (
  "id" bytea not null,
  "claimId" uuid not null,
  "requestHash" bytea not null,
  "leaseUntil" timestamptz not null,
  "reply" bytea,
  "replaySource" text,
  "replayReference" text,
  "expiresAt" timestamptz not null,
  constraint "pk_idempotency_keys" primary key ("id")
);
alter table "idempotency_keys" alter column "reply" set storage external;
create index "ix_idempotency_keys_expires_at" on "idempotency_keys" ("expiresAt");
create unlogged table "rate_limit_counts" (
  "window" bigint not null,
  "key" text not null,
  "count" integer not null,
  constraint "pk_rate_limit_counts" primary key ("window", "key")
)
-- NodeFacts1763700600000
alter table "nodes" add column "banReason" text not null default '';
create table "node_app_names" (
  "nodeId" text not null,
  "names" text array not null,
  constraint "pk_node_app_names" primary key ("nodeId"),
  constraint "fk_node_app_names_node_id" foreign key ("nodeId") references "nodes" ("id") on delete cascade
);
create index "ix_nodes_tags" on "nodes" using gin ("tags");
create index "ix_nodes_review" on "nodes" ("idKey") where "reviewReason" is not null
-- ProviderOperations1763700700000
create table "provider_operations" (
  "taskId" uuid not null,
  "state" text not null,
  "idempotencyKey" uuid not null,
  "vendorId" text,
  "failures" integer not null default 0,
  "createdAt" timestamptz not null default now(),
  "submittedAt" timestamptz,
  constraint "pk_provider_operations" primary key ("taskId"),
  constraint "fk_provider_operations_task_id" foreign key ("taskId") references "tasks" ("id") on delete cascade
)
-- MusicLines1763701000000
create table "music_lines" (
  "taskId" uuid not null,
  "seq" integer not null,
  "line" text not null,
  constraint "pk_music_lines" primary key ("taskId", "seq"),
  constraint "fk_music_lines_task_id" foreign key ("taskId") references "tasks" ("id") on delete cascade
)
-- InstallationWebhookSecret1763701100000
alter table "webhook_secrets" alter column "userId" drop not null;
drop index "uq_webhook_secrets_user_id_current";
create unique index "uq_webhook_secrets_user_id_current" on "webhook_secrets" ("userId")
nulls not distinct where "expiresAt" is null;
create index "ix_webhook_secrets_user_id" on "webhook_secrets" ("userId")
-- ArchiveUploads1763701200000
create table "archive_uploads" (
  "id" uuid not null,
  "versionId" uuid not null,
  "startedAt" timestamptz not null default now(),
  "isAbandoned" boolean not null default false,
  constraint "pk_archive_uploads" primary key ("id"),
  constraint "fk_archive_uploads_version_id"
    foreign key ("versionId") references "node_versions" ("id") on delete restrict
)
-- PublisherBans1763810100000
alter table "publishers"
  add column "banReason" text not null default '',
  add column "bannedAt" timestamptz;
update "publishers" p set
  "banReason" = coalesce((
    select a."reason" from "audit_entries" a
     where a."targetKind" = 'publisher' and a."targetId" = p."id" and a."action" = 'publisher.ban'
     order by a."id" desc limit 1), ''),
  "bannedAt" = coalesce((
    select a."createdAt" from "audit_entries" a
     where a."targetKind" = 'publisher' and a."targetId" = p."id" and a."action" = 'publisher.ban'
       and a."before" ->> 'status' is distinct from 'PublisherStatusBanned'
     order by a."id" desc limit 1), p."updatedAt")
 where p."status" = 'PublisherStatusBanned'
-- TokenDescriptions1763810110000
alter table "access_tokens" add column "description" text not null default ''
-- UserAdministration1763810120000
alter table "users"
  add column "suspendedAt" timestamptz,
  add column "deletedAt" timestamptz,
  add column "publisherLimit" integer;
create table "user_invitations" (
  "id" uuid not null,
  "userId" uuid not null,
  "digest" bytea not null,
  "expiresAt" timestamptz not null,
  "acceptedAt" timestamptz,
  "createdAt" timestamptz not null default now(),
  constraint "pk_user_invitations" primary key ("id"),
  constraint "fk_user_invitations_user_id" foreign key ("userId") references "users" ("id") on delete cascade
);
create index "ix_user_invitations_user_id" on "user_invitations" ("userId");
create unique index "uq_user_invitations_digest" on "user_invitations" ("digest")
-- InvitationsByEmail1763810130000
alter table "publisher_members"
  add column "invitedEmail" text,
  alter column "userId" drop not null;
create unique index "uq_publisher_members_publisher_id_invited_email"
  on "publisher_members" ("publisherId", lower("invitedEmail"));
create index "ix_publisher_members_invited_email" on "publisher_members" (lower("invitedEmail"))
-- SearchRanking1763810200000
with keyed as (
  select s.id, B'0' || (n."searchRanking" + 2147483648 - (n."searchRanking" > 0)::int)::bit(32) || (140737488355327 - least(greatest(s.downloads, 0), 140737488355327))::bigint::bit(47) || (4294967295 - least(greatest(s.stars, 0), 4294967295))::bigint::bit(32) || B'0000000000000000' as bits
    from node_search s join "nodes" n on n."idKey" = s.id where n."searchRanking" <> 0),
changed as (
  select id, (lpad(to_hex(substring(bits from 1 for 64)::bit(64)::bigint), 16, '0') || lpad(to_hex(substring(bits from 65 for 64)::bit(64)::bigint), 16, '0'))::uuid as rank_key from keyed)
update node_search s set rank_key = changed.rank_key,
  head = coalesce((select min(h.head) from search_head h
    where (changed.rank_key, changed.id collate "C") <= (h.rank_key, h.id)), 5)
  from changed where s.id = changed.id
-- LongPrereleaseNumbers1763810210000
with split as (
  select v."id", split_part(v."sortKey", '-', 1) as numbers,
         string_to_array(rtrim(substring(v."sortKey" from position('-' in v."sortKey") + 1), ' '), ' ') as parts
    from "node_versions" v where v."isPrerelease" and v."version" ~ '[0-9]{16}'),
changed as (
  update "node_versions" v set "sortKey" = split.numbers || '-' ||
    (select string_agg(case when part ~ '^1[0-9]{16,}$' then '0' || lpad((length(part) - 1)::text, 2, '0') || substring(part from 2) else part end || ' ', '' order by at)
       from unnest(split.parts) with ordinality as listed (part, at))
    from split where split."id" = v."id"
     and exists (select from unnest(split.parts) as part where part ~ '^1[0-9]{16,}$')
  returning v."id", v."nodeId", v."sortKey", v."status", v."deprecated")
update "nodes" n set "latestVersionId" = best."id"
  from (select distinct on (v."nodeId") v."nodeId", v."id"
          from "node_versions" v left join changed on changed."id" = v."id"
         where v."nodeId" in (select "nodeId" from changed)
           and v."status" = 'NodeVersionStatusActive' and not v."deprecated"
         order by v."nodeId", v."isPrerelease", coalesce(changed."sortKey", v."sortKey") collate "C" desc,
                  v."createdAt" desc) as best
 where best."nodeId" = n."id" and n."latestVersionId" is distinct from best."id"
-- AppNodeJson1763810400000
alter table "app_nodes" alter column "inputTypes" set default '{}';
alter table "app_nodes" alter column "returnTypes" set default '[]';
alter table "app_nodes" alter column "returnNames" set default '[]';
update "app_nodes" set
  "inputTypes" = case "inputTypes" when '' then '{}' else "inputTypes" end,
  "returnTypes" = case "returnTypes" when '' then '[]' else "returnTypes" end,
  "returnNames" = case when "returnNames" <> '' then "returnNames" when "returnTypes" <> '' then "returnTypes" else '[]' end,
  "outputIsList" = case when "outputIsList" = '{}' and "returnTypes" like '[%'
    then array_fill(false, array[json_array_length("returnTypes"::json)]) else "outputIsList" end
where "inputTypes" = '' or "returnTypes" = '' or "returnNames" = '' or "outputIsList" = '{}'
-- LastVendorAnswer1763810500000
alter table "provider_operations" add column "lastAnswer" text
-- IntelAccelerators1763810510000
update "node_search" set "accelerators" = array_replace("accelerators", 'gpu :: intel arc', 'xpu')
where 'gpu :: intel arc' = any("accelerators")
-- PendingDeliveries1763810600000
create index "ix_webhook_deliveries_pending" on "webhook_deliveries" ("taskId", "seq")
where "status" = 'pending'
-- RepositoryHosts1763810700000
update node_search s set lexemes = s.lexemes || array_to_tsvector(array['r' || found.host])
      from (
select s.id, left(substring(lexeme from '^r"([a-z0-9-]+(?:[.][a-z0-9-]+)+)(?:/|$)'), 48) as host
  from node_search s cross join unnest(tsvector_to_array(s.lexemes)) as lexeme
 where left(lexeme, 2) = 'r"') found where found.id = s.id and found.host is not null;
insert into search_term (term, n, t, a, r)
     select host, 0, 0, 0, count(*) from (
select s.id, left(substring(lexeme from '^r"([a-z0-9-]+(?:[.][a-z0-9-]+)+)(?:/|$)'), 48) as host
  from node_search s cross join unnest(tsvector_to_array(s.lexemes)) as lexeme
 where left(lexeme, 2) = 'r"') found where host is not null group by host
     on conflict (term) do update set r = excluded.r
-- KoreanWords1763810710000
create unlogged table korean_parts as
select distinct s.id, field, part
  from (
select known.term, part, is_syllable
  from search_term known cross join lateral (
    select substr(run[1], at, 2) as part, false as is_syllable
      from regexp_matches(known.term, '[가-힣]{2,}', 'g') run cross join generate_series(1, length(run[1]) - 1) at
    union select other[1], false from regexp_matches(known.term, '[^가-힣]+', 'g') other
    union select syllable[1], true from regexp_matches(known.term, '[가-힣]', 'g') syllable) parts
 where known.term ~ '[가-힣]' and known.term !~ '^~' and part <> known.term) parts cross join unnest(array['n', 't', 'a', 'r', 'w']) field
  join node_search s on s.lexemes @@ quote_literal(field || term)::tsquery
 where not is_syllable or field in ('n', 't');
update node_search s set lexemes = s.lexemes || array_to_tsvector(added.lexemes)
from (select id, array_agg(field || part) as lexemes from korean_parts group by id) added
where added.id = s.id;
insert into search_term (term, n, t, a, r)
select part, count(*) filter (where field = 'n'), count(*) filter (where field = 't'),
       count(*) filter (where field = 'a'), count(*) filter (where field = 'r')
  from korean_parts group by part
on conflict (term) do update set
  n = greatest(search_term.n, excluded.n), t = greatest(search_term.t, excluded.t),
  a = greatest(search_term.a, excluded.a), r = greatest(search_term.r, excluded.r);
drop table korean_parts
-- TaskRuns1763811200000
alter table "tasks" add column "run" int
-- CallersWithoutToken1763811210000
alter table "assets" add column "source" text;
alter table "tasks" add column "source" text;
create index "ix_assets_source" on "assets" ("source") include ("bytes") where "source" is not null;
create index "ix_assets_user_id_stored" on "assets" ("userId") include ("bytes") where "purpose" <> 'output';
create index "ix_tasks_waiting" on "tasks" ("userId", "source") where "status" in ('created', 'queued')
-- TokenParents1763811300000
alter table "access_tokens"
  add column "parentId" uuid,
  add constraint "fk_access_tokens_parent_id"
    foreign key ("parentId") references "access_tokens" ("id") on delete cascade;
create index "ix_access_tokens_parent_id" on "access_tokens" ("parentId")
-- DropNodeAppNames1763811400000
drop table "node_app_names"
-- SnakeCaseColumns1763812000000
do $$ declare one record; begin
  for one in select table_name, column_name from information_schema.columns
    where table_schema = 'public' and column_name <> lower(column_name)
  loop
    execute format('alter table %I rename column %I to %I', one.table_name, one.column_name,
      lower(regexp_replace(one.column_name, '([A-Z])', '_\1', 'g')));
  end loop;
end $$
-- PendingUploads1763830000000
create table pending_uploads (
  key text not null,
  started_at timestamptz not null default now(),
  is_abandoned boolean not null default false,
  constraint pk_pending_uploads primary key (key)
);
alter table assets add column storage_key text
-- DropArchiveUploads1763850000000
insert into pending_uploads (key, started_at, is_abandoned)
select 'archives/' || version_id || '/' || id || '/', started_at, is_abandoned from archive_uploads;
drop table archive_uploads;
delete from jobs.lease where job_name = 'node-versions.sweep-archives';
delete from jobs.job where name = 'node-versions.sweep-archives';
delete from jobs.queue where name = 'node-versions.sweep-archives'
-- PublicWrites1763860000000
create unlogged table public_writes (
  slot integer not null,
  count bigint not null,
  constraint pk_public_writes primary key (slot)
);
create function note_public_write() returns trigger language plpgsql set search_path from current as $$
begin
  insert into public_writes as known (slot, count)
  select slot, 1 + (random() * 1e12)::bigint from pg_stat_get_backend_idset() as slot
   where pg_stat_get_backend_pid(slot) = pg_backend_pid()
  on conflict (slot) do update set count = known.count + 1;
  perform pg_notify('public_writes', '');
  return null;
end $$;
create trigger note_public_write after insert or update or delete or truncate on publishers
for each statement execute function note_public_write();
create trigger note_public_write after insert or update or delete or truncate on publisher_members
for each statement execute function note_public_write();
create trigger note_public_write after insert or update or delete or truncate on nodes
for each statement execute function note_public_write();
create trigger note_public_write after insert or update or delete or truncate on node_versions
for each statement execute function note_public_write();
create trigger note_public_write after insert or update or delete or truncate on app_nodes
for each statement execute function note_public_write();
create trigger note_public_write after insert or update or delete or truncate on node_search
for each statement execute function note_public_write();
create trigger note_public_write after insert or update or delete or truncate on node_search_key
for each statement execute function note_public_write();
create trigger note_public_write after insert or update or delete or truncate on search_head
for each statement execute function note_public_write();
create trigger note_public_write after insert or update or delete or truncate on search_term
for each statement execute function note_public_write();
create trigger note_public_write after insert or update or delete or truncate on registry_changes
for each statement execute function note_public_write();
create trigger note_public_write after update of name on users
for each row when (old.name is distinct from new.name) execute function note_public_write()
-- TurnsByIndex1763920000000
create index idx_job_share_turn on jobs.job_common (name, split_part(singleton_key, ' ', 1), priority)
where state <= 'active' and position(' ' in singleton_key) > 0;
create index idx_job_served_turn on jobs.job_common (name, priority)
where state = 'active' and position(' ' in singleton_key) > 0
-- SmallFilesInRows1763920010000
alter table assets add column content bytea
-- Sessions1763930100000
alter table access_tokens add column kind text not null default 'token';
create table sessions (
  token_id uuid not null,
  digest bytea not null,
  previous_digest bytea,
  previous_until timestamptz,
  renewed_at timestamptz not null,
  ends_at timestamptz not null,
  constraint pk_sessions primary key (token_id),
  constraint fk_sessions_token_id foreign key (token_id) references access_tokens (id) on delete cascade
);
create unique index uq_sessions_digest on sessions (digest);
create index ix_sessions_previous_digest on sessions (previous_digest)
-- TagWords1763930400000
update node_search s set lexemes = s.lexemes || array_to_tsvector(added.lexemes)
      from (select id, array_agg('t#' || tag) as lexemes from (
select distinct node.id_key as id, left(lower(btrim(translate(tag, E',\x1f', '  '))), 64) as tag
  from nodes node cross join unnest(node.tags) as tag
 where btrim(translate(tag, E',\x1f', '  ')) <> '') tags group by id) added
      where added.id = s.id;
insert into search_term (term, n, t, a, r)
     select '#' || tag, 0, count(*), 0, 0 from (
select distinct node.id_key as id, left(lower(btrim(translate(tag, E',\x1f', '  '))), 64) as tag
  from nodes node cross join unnest(node.tags) as tag
 where btrim(translate(tag, E',\x1f', '  ')) <> '') tags group by tag
     on conflict (term) do update set t = excluded.t
-- DailyDownloads1763930410000
create table node_downloads (
  node_id text not null
    constraint fk_node_downloads_node_id references nodes (id) on delete cascade,
  day date not null,
  downloads integer not null,
  constraint pk_node_downloads primary key (node_id, day)
)
-- VersionReports1763930600000
create table version_reports (
  node_version_id uuid not null,
  report jsonb not null,
  checked_at timestamptz not null default now(),
  constraint pk_version_reports primary key (node_version_id),
  constraint fk_version_reports_node_version_id foreign key (node_version_id)
    references node_versions (id) on delete cascade
);
create index ix_node_versions_flagged on node_versions (created_at, id)
 where status = 'NodeVersionStatusFlagged';
create index ix_nodes_review_age on nodes (created_at, id) where review_reason is not null
-- PausedQueues1763930700000
create table jobs.paused_queue (
  name text primary key,
  paused_at timestamptz not null default now()
);
create index idx_job_failed on jobs.job_common (name, created_on, id)
where state = 'retry' and started_on is not null;
create index idx_job_dead on jobs.job_common (source_name, created_on, id) where name = 'jobs.dead';
create index idx_lease_held on jobs.lease (job_name, job_id) where worker_id is not null
-- ProviderCalls1763930710000
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
  constraint pk_provider_calls primary key (minute, process_id, provider, work)
);
create table vendor_circuits (
  process_id uuid not null,
  vendor text not null,
  state text not null,
  seen_at timestamptz not null default now(),
  constraint pk_vendor_circuits primary key (process_id, vendor)
)
-- StorageFigures1763930720000
create table storage_figures (
  kind text not null,
  files bigint not null,
  bytes bigint not null,
  bytes_in_database bigint not null,
  measured_at timestamptz not null default now(),
  constraint pk_storage_figures primary key (kind)
)
-- AuditFilters1763930730000
create index ix_audit_entries_target_id on audit_entries (target_id, id);
create index ix_audit_entries_target_kind on audit_entries (target_kind, id);
create index ix_audit_entries_actor_id on audit_entries (actor_id, id);
create index ix_audit_entries_action on audit_entries (action, id);
drop index ix_audit_entries_target_kind_target_id
-- ListIndexes1763930800000
create index ix_publishers_status on publishers (status, id);
create index ix_publishers_words on publishers using gin (id gin_trgm_ops, name gin_trgm_ops);
create index ix_nodes_publisher_id_id_key on nodes (publisher_id, id_key);
create index ix_nodes_status on nodes (status, id_key);
create index ix_node_versions_status on node_versions (status, id);
create index ix_app_nodes_name_node_version_id on app_nodes (name, node_version_id);
create index ix_users_words on users using gin (name gin_trgm_ops, email gin_trgm_ops, (id::text) gin_trgm_ops);
create index ix_users_pending on users (id) where not is_approved and deleted_at is null;
create index ix_users_suspended on users (id) where suspended_at is not null and deleted_at is null;
create index ix_tasks_rare_status on tasks (user_id, status, id) where status in ('processing', 'failed', 'canceled');
create index ix_tasks_user_id_kind_id on tasks (user_id, kind, id);
drop index ix_nodes_publisher_id;
drop index ix_app_nodes_name
-- Ledger1763931100000
create table credit_accounts (
  id uuid not null,
  type text not null,
  name text not null,
  is_prepaid boolean,
  created_at timestamptz not null default now(),
  constraint pk_credit_accounts primary key (id),
  constraint uq_credit_accounts_type_name unique (type, name),
  constraint ck_credit_accounts_type
    check (type in ('user', 'without_token', 'issuer', 'revenue', 'cost', 'vendor'))
);
insert into credit_accounts (id, type, name) values
  ('00000000-0000-7000-8000-000000000001', 'without_token', ''), ('00000000-0000-7000-8000-000000000002', 'issuer', ''), ('00000000-0000-7000-8000-000000000003', 'revenue', ''), ('00000000-0000-7000-8000-000000000004', 'cost', '');
create table credit_policy (
  is_only boolean not null default true,
  is_prepaid boolean not null default false,
  constraint pk_credit_policy primary key (is_only),
  constraint ck_credit_policy_is_only check (is_only)
);
insert into credit_policy default values;
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
  xact xid8 not null default pg_current_xact_id(),
  constraint pk_credit_transfers primary key (id),
  constraint ck_credit_transfers_type check (type in ('hold', 'post', 'void', 'grant', 'expiry', 'cost')),
  constraint ck_credit_transfers_amount check (amount >= 0 and (type <> 'void' or amount = 0)),
  constraint ck_credit_transfers_accounts check (debit_account <> credit_account),
  constraint ck_credit_transfers_resolves check ((type in ('post', 'void')) = (resolves is not null)),
  constraint ck_credit_transfers_grant check ((type in ('grant', 'expiry')) = (grant_id is not null)),
  constraint ck_credit_transfers_cost check ((type = 'cost') = (order_key is not null)),
  constraint ck_credit_transfers_hold check ((type = 'hold') = (expires_at is not null))
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
  constraint ck_credit_grants_times check (expires_at is null or expires_at > effective_at),
  constraint ck_credit_grants_parts check (available >= 0 and held >= 0 and spent >= 0 and expired >= 0),
  constraint ck_credit_grants_sum check (amount = available + held + spent + expired)
);
create table credit_allocations (
  hold_id uuid not null,
  position smallint not null,
  grant_id uuid not null,
  amount integer not null,
  constraint pk_credit_allocations primary key (hold_id, position),
  constraint fk_credit_allocations_grant_id foreign key (grant_id) references credit_grants (id),
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
  constraint fk_credit_limits_user_id foreign key (user_id) references users (id) on delete cascade,
  constraint ck_credit_limits_period check (period in ('total', 'day', 'month')),
  constraint ck_credit_limits_allowed check (allowed >= 0)
);
create index ix_credit_limits_user_id on credit_limits (user_id);
create table credit_counters (
  limit_id uuid not null,
  window_start timestamptz not null,
  used bigint not null,
  constraint pk_credit_counters primary key (limit_id, window_start),
  constraint fk_credit_counters_limit_id foreign key (limit_id) references credit_limits (id) on delete cascade,
  constraint ck_credit_counters_used check (used >= 0)
);
insert into credit_transfers
  (id, type, debit_account, credit_account, amount, user_id, token_id, kind, provider, expires_at, created_at)
select id, 'hold', coalesce(user_id, '00000000-0000-7000-8000-000000000001'), '00000000-0000-7000-8000-000000000003', credits, user_id, token_id, kind, provider,
  created_at + interval '7 days', created_at
from tasks;
insert into credit_transfers
  (id, type, debit_account, credit_account, amount, resolves, user_id, token_id, created_at)
select (lpad(to_hex((extract(epoch from finished_at) * 1000)::bigint), 12, '0')
    || '7' || substr(md5(id::text), 1, 3) || '8' || substr(md5(id::text), 4, 15))::uuid,
  case status when 'succeeded' then 'post' else 'void' end,
  coalesce(user_id, '00000000-0000-7000-8000-000000000001'), '00000000-0000-7000-8000-000000000003', case status when 'succeeded' then credits else 0 end,
  id, user_id, token_id, finished_at
from tasks where status in ('succeeded', 'failed', 'canceled') and finished_at is not null;
insert into credit_holds select id, user_id, credits, created_at + interval '7 days' from tasks
where status not in ('succeeded', 'failed', 'canceled') or finished_at is null;
insert into credit_accounts (id, type, name)
select distinct user_id, 'user', user_id::text from tasks where user_id is not null;
create unique index uq_credit_transfers_resolves on credit_transfers (resolves) where resolves is not null;
create unique index uq_credit_transfers_order_key on credit_transfers (order_key) where order_key is not null;
create index ix_credit_transfers_user_id_id on credit_transfers (user_id, id) where user_id is not null;
create index ix_credit_transfers_xact on credit_transfers (xact);
create index ix_credit_holds_user_id on credit_holds (user_id);
create index ix_credit_holds_expires_at on credit_holds (expires_at);
create index ix_credit_grants_user_id_id on credit_grants (user_id, id);
create index ix_credit_grants_expires_at on credit_grants (expires_at) where available > 0 and expires_at is not null;
create index ix_credit_grants_voided on credit_grants (id) where available > 0 and voided_at is not null;
create function credit_window(period text, moment timestamptz) returns timestamptz language sql immutable
return case period when 'total' then 'epoch'::timestamptz
  else date_trunc(period, moment at time zone 'UTC') at time zone 'UTC' end;
create function refuse_credit_change() returns trigger language plpgsql as $$
begin
  raise exception '% is changed by adding transfers only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create function credit_limit_counts(credit_limit credit_limits, of_user uuid, of_token uuid) returns boolean
language sql stable return (credit_limit).user_id = of_user and (
  (credit_limit).token_id is null or (credit_limit).token_id in (
    with recursive maker as (
      select of_token as id
      union all
      select t.parent_id from maker join access_tokens t on t.id = maker.id where t.parent_id is not null
    )
    select id from maker
  ));
create function apply_credit_transfers() returns trigger language plpgsql
set search_path from current set enable_seqscan = off as $$
declare
  users uuid[];
  has_holds boolean;
  ends uuid[];
  has_grants boolean;
  ended_count integer;
  limits uuid[];
  refused record;
  hold record;
  source record;
  missing integer;
  part integer;
  place smallint;
begin
  select coalesce(array_agg(distinct user_id order by user_id) filter (where user_id is not null), '{}'),
    coalesce(bool_or(type = 'hold'), false), array_agg(resolves) filter (where resolves is not null),
    coalesce(bool_or(grant_id is not null), false)
  into users, has_holds, ends, has_grants from added;
  perform pg_advisory_xact_lock_shared(1277, hashtext(g.id::text)) from unnest(users) as g(id);
  if has_holds or has_grants then
    insert into credit_accounts (id, type, name)
    select g.id, 'user', g.id::text from unnest(users) as g(id)
    where not exists (select from credit_accounts a where a.id = g.id) order by 1 on conflict do nothing;
  end if;
  if has_holds then
    insert into credit_holds (id, user_id, amount, expires_at)
    select id, user_id, amount, expires_at from added where type = 'hold';
  end if;
  if ends is not null then
    delete from credit_holds where id = any(ends);
    get diagnostics ended_count = row_count;
    if ended_count <> cardinality(ends) or exists (
      select from added a where a.amount > (select h.amount from credit_transfers h where h.id = a.resolves)
    ) then
      raise exception 'A post or void resolves no open hold, or more than is held'
        using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  select array_agg(id) into limits from credit_limits where user_id = any(users);
  if limits is not null then
    perform from credit_limits where id = any(limits) order by id for no key update;
    if ends is not null then
      update credit_counters c set used = c.used - m.amount from (
        select l.id, credit_window(l.period, h.created_at) as start, sum(h.amount - a.amount) as amount
        from added a join credit_transfers h on h.id = a.resolves
        join credit_limits l on l.id = any(limits) and credit_limit_counts(l, h.user_id, h.token_id)
        where a.amount < h.amount group by 1, 2
      ) m where c.limit_id = m.id and c.window_start = m.start;
    end if;
    if has_holds then
      insert into credit_counters as c (limit_id, window_start, used)
      select l.id, credit_window(l.period, a.created_at), sum(a.amount)
      from added a join credit_limits l on l.id = any(limits) and credit_limit_counts(l, a.user_id, a.token_id)
      where a.type = 'hold' group by 1, 2
      on conflict (limit_id, window_start) do update set used = c.used + excluded.used;
      select l.user_id, l.token_id, l.period, l.allowed, m.price, greatest(l.allowed - (c.used - m.price), 0) as balance
      into refused
      from (
        select l.id, credit_window(l.period, a.created_at) as start, sum(a.amount) as price
        from added a join credit_limits l on l.id = any(limits) and credit_limit_counts(l, a.user_id, a.token_id)
        where a.type = 'hold' group by 1, 2
      ) m join credit_limits l on l.id = m.id join credit_counters c on c.limit_id = m.id and c.window_start = m.start
      where m.price > 0 and c.used > l.allowed order by l.id limit 1;
      if found then
        raise exception 'credits exhausted' using errcode = 'AT402', detail = to_jsonb(refused)::text;
      end if;
    end if;
  end if;
  if has_holds and exists (
    select from credit_accounts where id = any(users) and coalesce(is_prepaid, (select is_prepaid from credit_policy))
  ) then
    perform from credit_accounts where id = any(users) order by id for no key update;
    for hold in
      select a.id, a.user_id, a.amount, a.created_at from added a join credit_accounts o on o.id = a.user_id
      where a.type = 'hold' and a.amount > 0 and coalesce(o.is_prepaid, (select is_prepaid from credit_policy)) order by a.id
    loop
      missing := hold.amount;
      place := 0;
      for source in
        select id, available from credit_grants
        where user_id = hold.user_id and available > 0 and voided_at is null and effective_at <= hold.created_at
          and (expires_at is null or expires_at > hold.created_at)
        order by priority, expires_at nulls last, id
      loop
        part := least(missing, source.available);
        update credit_grants set available = available - part, held = held + part where id = source.id;
        insert into credit_allocations values (hold.id, place, source.id, part);
        missing := missing - part;
        place := place + 1;
        exit when missing = 0;
      end loop;
      if missing > 0 then
        raise exception 'credits exhausted' using errcode = 'AT402', detail = jsonb_build_object(
          'user_id', hold.user_id, 'token_id', null, 'period', 'grants', 'price', hold.amount,
          'balance', hold.amount - missing)::text;
      end if;
    end loop;
  end if;
  if ends is not null and exists (select from credit_allocations where hold_id = any(ends)) then
    perform from credit_accounts where id = any(users) order by id for no key update;
    update credit_grants g set held = g.held - m.amount, spent = g.spent + m.spent,
      available = g.available + m.amount - m.spent
    from (
      select grant_id, sum(amount) as amount, sum(spent) as spent from (
        select f.grant_id, f.amount, greatest(0, least(f.amount, a.amount - (sum(f.amount)
          over (partition by f.hold_id order by f.position) - f.amount))) as spent
        from added a join credit_allocations f on f.hold_id = a.resolves
      ) parts group by 1
    ) m where g.id = m.grant_id;
  end if;
  if has_grants then
    perform from credit_accounts where id = any(users) order by id for no key update;
    update credit_grants g set amount = g.amount + m.granted, available = g.available + m.granted - m.expired,
      expired = g.expired + m.expired
    from (
      select grant_id, coalesce(sum(amount) filter (where type = 'grant'), 0) as granted,
        coalesce(sum(amount) filter (where type = 'expiry'), 0) as expired
      from added where grant_id is not null group by 1
    ) m where g.id = m.grant_id;
    update credit_accounts set is_prepaid = true
    where is_prepaid is null and id in (select user_id from added where type = 'grant');
  end if;
  return null;
end $$;
create function lock_credit_user() returns trigger language plpgsql set search_path from current as $$
begin
  perform pg_advisory_xact_lock(1277, hashtext(new.user_id::text));
  return new;
end $$;
create function begin_credit_limit() returns trigger language plpgsql set search_path from current as $$
begin
  insert into credit_counters (limit_id, window_start, used)
  select new.id, credit_window(new.period, new.created_at), coalesce(sum(coalesce(e.amount, h.amount)), 0)
  from credit_transfers h left join credit_transfers e on e.resolves = h.id
  where h.type = 'hold' and h.user_id = new.user_id and credit_limit_counts(new, h.user_id, h.token_id)
    and h.created_at >= credit_window(new.period, new.created_at);
  return null;
end $$;
create trigger apply_credit_transfers after insert on credit_transfers referencing new table as added
for each statement execute function apply_credit_transfers();
create trigger lock_credit_user before insert on credit_limits
for each row execute function lock_credit_user();
create trigger begin_credit_limit after insert on credit_limits
for each row execute function begin_credit_limit();
create trigger refuse_change before update or delete or truncate on credit_transfers
for each statement execute function refuse_credit_change();
create trigger refuse_change before update or delete or truncate on credit_allocations
for each statement execute function refuse_credit_change();
create trigger refuse_insert before insert on credit_allocations
for each statement when (pg_trigger_depth() = 0) execute function refuse_credit_change();
create trigger refuse_change before insert or update or delete or truncate on credit_holds
for each statement when (pg_trigger_depth() = 0) execute function refuse_credit_change();
create trigger refuse_change before insert or update or delete or truncate on credit_counters
for each statement when (pg_trigger_depth() = 0) execute function refuse_credit_change();
create trigger refuse_balance before insert on credit_grants for each row
when (pg_trigger_depth() = 0 and new.amount <> 0) execute function refuse_credit_change();
create trigger refuse_change before update of id, user_id, amount, available, held, spent, expired on credit_grants
for each statement when (pg_trigger_depth() = 0) execute function refuse_credit_change();
create trigger refuse_delete before delete or truncate on credit_grants
for each statement execute function refuse_credit_change()
-- Usage1763931200000
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
create index ix_credit_usage_day on credit_usage (day);
create table credit_usage_waiting (
  transfer_id uuid not null,
  account_id uuid not null,
  constraint pk_credit_usage_waiting primary key (transfer_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
insert into credit_usage
select h.debit_account, (h.created_at at time zone 'UTC')::date, h.kind, h.token_id, h.provider,
  count(*), count(*) filter (where e.type = 'post'), count(*) filter (where e.type = 'void'),
  sum(h.amount), coalesce(sum(h.amount) filter (where e.id is not null), 0), coalesce(sum(e.amount), 0)
from credit_transfers h left join credit_transfers e on e.resolves = h.id
where h.type = 'hold' group by 1, 2, 3, 4, 5;
create function note_credit_usage() returns trigger language plpgsql set search_path from current as $$
begin
  insert into credit_usage_waiting (transfer_id, account_id)
  select id, debit_account from added where type in ('hold', 'post', 'void');
  return null;
end $$;
create trigger note_credit_usage after insert on credit_transfers referencing new table as added
for each statement execute function note_credit_usage();
alter table credit_transfers drop column xact
-- UncertainTasks1763931300000
drop index ix_tasks_rare_status;
create index ix_tasks_rare_status on tasks (user_id, status, id) where status in ('processing', 'uncertain', 'failed', 'canceled');
create index ix_tasks_uncertain on tasks (id) where status = 'uncertain'
-- VendorOrders1763931300010
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
  constraint pk_vendor_orders primary key (task_id, attempt),
  constraint fk_vendor_orders_task_id foreign key (task_id) references tasks (id) on delete cascade,
  constraint ck_vendor_orders_outcome check ((state = 'ended') = (outcome is not null)),
  constraint ck_vendor_orders_credits check (credits >= 0)
);
insert into vendor_orders (task_id, attempt, vendor, kind, reference, state, vendor_id, outcome, failures, last_answer,
  created_at, deadline_at, ordered_at, submitted_at, ended_at)
select o.task_id, 1, t.provider, t.kind, o.idempotency_key,
  case when t.finished_at is null then o.state else 'ended' end, o.vendor_id,
  case when t.finished_at is null then null
       when o.state = 'waiting' then 'not_taken' when t.status = 'succeeded' then 'succeeded' else 'unknown' end,
  o.failures, o.last_answer, o.created_at, greatest(o.created_at, now()) + interval '1 hour',
  case when o.state <> 'waiting' then o.created_at end, o.submitted_at, t.finished_at
from provider_operations o join tasks t on t.id = o.task_id;
create unique index uq_vendor_orders_reference on vendor_orders (reference);
create index ix_vendor_orders_next_check_at on vendor_orders (next_check_at) where next_check_at is not null;
drop table provider_operations
-- VendorStates1763931400000
create table vendor_states (
  vendor text not null,
  is_draining boolean not null default false,
  weight integer,
  updated_at timestamptz not null default now(),
  constraint pk_vendor_states primary key (vendor),
  constraint ck_vendor_states_weight check (weight between 0 and 1000)
)
-- OrderKeys1763931400010
alter table vendor_orders add column vendor_key text
-- QueueWeights1763931500000
alter table users add column queue_weight double precision not null default 1
-- VendorRestingKeys1763931550000
create table vendor_resting_keys (
  process_id uuid not null,
  vendor text not null,
  key_name text not null,
  rests_until timestamptz not null,
  seen_at timestamptz not null default now(),
  constraint pk_vendor_resting_keys primary key (process_id, vendor, key_name)
)
-- WebhookEndpoints1763931600000
create table webhook_endpoints (
  id uuid constraint pk_webhook_endpoints primary key,
  user_id uuid not null constraint fk_webhook_endpoints_user_id references users (id) on delete cascade,
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
  constraint ck_webhook_endpoints_disabled_at check ((disabled_at is null) = (disabled_reason is null))
);
create index ix_webhook_endpoints_user_id on webhook_endpoints (user_id);
alter table webhook_deliveries
  alter column task_id drop not null,
  add column chain_id uuid,
  add column endpoint_id uuid constraint fk_webhook_deliveries_endpoint_id
    references webhook_endpoints (id) on delete cascade,
  add column type text;
update webhook_deliveries set chain_id = task_id;
alter table webhook_deliveries
  alter column chain_id set not null,
  drop constraint uq_webhook_deliveries_task_id_seq,
  add constraint uq_webhook_deliveries_chain_id_seq unique (chain_id, seq);
drop index ix_webhook_deliveries_pending;
create index ix_webhook_deliveries_pending on webhook_deliveries (chain_id, seq) where status = 'pending';
create index ix_webhook_deliveries_task_id on webhook_deliveries (task_id);
create index ix_webhook_deliveries_endpoint_id on webhook_deliveries (endpoint_id, id)
where endpoint_id is not null;
create index ix_webhook_deliveries_endpoint_id_status on webhook_deliveries (endpoint_id, status, id)
where endpoint_id is not null;
alter table webhook_attempts add column endpoint_id uuid;
create index ix_webhook_attempts_endpoint_id on webhook_attempts (endpoint_id, started_at)
include (response_status) where endpoint_id is not null
-- TaskTraces1763931610000
alter table tasks add column traceparent text
-- Results1763931700000
alter table assets add column sha256 bytea, add column has_credentials boolean, add column source_type text;
alter table tasks add column retention_hours int, add column expires_at timestamptz,
add column expired_at timestamptz;
create index ix_tasks_expires_at on tasks (expires_at)
where expires_at is not null and expired_at is null and deleted_at is null
-- ReconciliationIndexes1763931800000
create index ix_vendor_orders_vendor_id on vendor_orders (vendor_id) where vendor_id is not null;
create index ix_credit_transfers_cost on credit_transfers (provider, id) where type = 'cost'
-- UsageTotals1763931800010
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
  constraint uq_credit_usage_totals
    unique nulls not distinct (part, account_id, day, token_id, kind, provider),
  constraint ck_credit_usage_totals_part check (part in ('kind', 'user', 'token'))
);
insert into credit_usage_totals
select case when grouping(kind) = 0 then 'kind' when grouping(token_id) = 0 then 'token' else 'user' end as part,
  day, account_id, token_id, kind, provider, sum(tasks), sum(succeeded), sum(failed), sum(price), sum(ended_price), sum(spent)
from credit_usage
group by grouping sets ((day, kind, provider), (day, account_id), (day, account_id, token_id)) order by 1, 2;
create index ix_credit_usage_totals_part_day on credit_usage_totals (part, day)
-- Corrections1763931900000
alter table credit_transfers
  drop constraint ck_credit_transfers_type,
  drop constraint ck_credit_transfers_grant,
  add constraint ck_credit_transfers_type check (type in ('hold', 'post', 'void', 'grant', 'expiry', 'cost', 'correction')),
  add constraint ck_credit_transfers_grant check ((type in ('grant', 'expiry', 'correction')) = (grant_id is not null));
create function apply_credit_correction() returns trigger language plpgsql set search_path from current as $$
declare
  taken integer := case when new.debit_account = new.user_id then new.amount else -new.amount end;
begin
  perform from credit_accounts where id = new.user_id for no key update;
  update credit_grants set spent = spent + taken, available = available - taken
  where id = new.grant_id and user_id = new.user_id;
  return null;
end $$;
create trigger apply_credit_correction after insert on credit_transfers
for each row when (new.type = 'correction') execute function apply_credit_correction()
-- LedgerByIndexes1763940100000
do $$ begin execute replace(pg_get_functiondef('apply_credit_transfers()'::regprocedure), 'select is_prepaid from credit_policy)', 'select is_prepaid from credit_policy where is_only)'); end $$;
alter function apply_credit_transfers() set jit = off
-- BilledDecimals1763940300000
alter table vendor_orders add column billed numeric(16, 6);
alter table credit_transfers add column billed numeric(16, 6),
  add constraint ck_credit_transfers_billed
    check (billed is null or (type = 'cost' and billed >= 0 and amount = ceil(billed))) not valid
-- PriceTables1763940300010
create table price_tables (
  version text not null,
  prices jsonb not null,
  created_at timestamptz not null default now(),
  constraint pk_price_tables primary key (version)
)
-- RefusedArchives1763940500000
alter table node_versions add column archive_refusal text;
update node_versions
   set archive_refusal = coalesce(substring(status_reason from '^([a-z_]+): '), 'not_checked')
 where app_node_extract_reason = 'The archive was not accepted.' and status <> 'NodeVersionStatusActive'
-- ActsOfOwners1763940500100
alter table node_versions add column published_by_token uuid;
alter table audit_entries add column token_id uuid
-- ArchiveAndTokenIndexes1763940500200
drop index concurrently if exists ix_node_versions_archive_sha256
--;
create index concurrently ix_node_versions_archive_sha256 on node_versions (archive_sha256) where archive_sha256 is not null
--;
drop index concurrently if exists ix_audit_entries_token_id
--;
create index concurrently ix_audit_entries_token_id on audit_entries (token_id, id) where token_id is not null
-- PredictedSeconds1763940600000
alter table tasks add column predicted_seconds integer
-- NodeListBlocks1763940800000
create table node_list_blocks (
  id_key text not null,
  nodes integer not null,
  constraint pk_node_list_blocks primary key (id_key)
);
create table node_list_changes (id_key text not null, nodes integer not null);
create function count_node_list(least_changes integer) returns void
language plpgsql set search_path from current as $$
begin
  if (select count(*) from (select from node_list_changes limit least_changes) as few) < least_changes
    or not pg_try_advisory_xact_lock(7236181) then return; end if;
  with taken as (delete from node_list_changes),
  listed as (
    select node.id_key, (row_number() over (order by node.id_key) - 1) / 200 as block
      from nodes node join publishers publisher on publisher.id = node.publisher_id
     where node.status = 'NodeStatusActive' and publisher.status = 'PublisherStatusActive'),
  counted as (
    select case when block = 0 then '' else min(id_key) end as id_key, count(*) as nodes from listed group by block),
  gone as (
    delete from node_list_blocks former
     where not exists (select from counted where counted.id_key = former.id_key))
  insert into node_list_blocks as former (id_key, nodes) select id_key, nodes from counted
  on conflict (id_key) do update set nodes = excluded.nodes where former.nodes <> excluded.nodes;
end $$;
create function note_added_nodes() returns trigger language plpgsql set search_path from current as $$
begin
  perform from publishers where id in (select publisher_id from added) order by id for share;
  if (select count(*) from added) >= 2000 and pg_try_advisory_xact_lock(7236181) then
    perform count_node_list(0);
    return null;
  end if;
  insert into node_list_changes (id_key, nodes)
  select added.id_key, 1 from added join publishers publisher on publisher.id = added.publisher_id
   where added.status = 'NodeStatusActive' and publisher.status = 'PublisherStatusActive';
  perform count_node_list(2000);
  return null;
end $$;
create function note_changed_node() returns trigger language plpgsql set search_path from current as $$
begin
  perform from publishers where id in (old.publisher_id, new.publisher_id) order by id for share;
  insert into node_list_changes (id_key, nodes)
  select changed.id_key, changed.nodes
    from (values (old.id_key, old.publisher_id, old.status, -1), (new.id_key, new.publisher_id, new.status, 1))
      as changed (id_key, publisher_id, status, nodes)
    join publishers publisher on publisher.id = changed.publisher_id
   where changed.status = 'NodeStatusActive' and publisher.status = 'PublisherStatusActive';
  perform count_node_list(2000);
  return null;
end $$;
create function note_publisher_status() returns trigger language plpgsql set search_path from current as $$
begin
  insert into node_list_changes (id_key, nodes)
  select id_key, case new.status when 'PublisherStatusActive' then 1 else -1 end
    from nodes where publisher_id = new.id and status = 'NodeStatusActive';
  perform count_node_list(2000);
  return null;
end $$;
create trigger note_added_nodes after insert on nodes
referencing new table as added for each statement execute function note_added_nodes();
create trigger note_changed_node after update of status, publisher_id, id_key on nodes for each row
when ((old.status, old.publisher_id, old.id_key) is distinct from (new.status, new.publisher_id, new.id_key))
execute function note_changed_node();
create trigger note_removed_node after delete on nodes for each row execute function note_changed_node();
create trigger note_publisher_status after update of status on publishers for each row
when ((old.status = 'PublisherStatusActive') <> (new.status = 'PublisherStatusActive'))
execute function note_publisher_status()
-- CountNodeList1763940800010
select count_node_list(0)
-- AppNodeDocstrings1763940900000
alter table app_nodes add column docstring text
-- StorageId1763941200000
create table storage_id (
  is_only boolean not null default true,
  id uuid not null,
  constraint pk_storage_id primary key (is_only),
  constraint ck_storage_id_is_only check (is_only)
)
-- ProviderRefusals1763941300000
alter table provider_calls add column refusals integer not null default 0
-- DeletedWhileBanned1763941400000
alter table node_versions add column deleted_banned boolean not null default false;
update nodes set ban_reason = 'No reason was given.'
 where status = 'NodeStatusBanned' and ban_reason = ''
