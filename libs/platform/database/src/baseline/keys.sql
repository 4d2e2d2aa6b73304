-- Foreign keys and indexes of the tables in tables.sql, and the rows that every database has.

-- Users, their access tokens and sessions

alter table access_tokens
  add constraint fk_access_tokens_parent_id foreign key (parent_id) references access_tokens (id) on delete cascade,
  add constraint fk_access_tokens_user_id foreign key (user_id) references users (id) on delete cascade;
alter table sessions
  add constraint fk_sessions_token_id foreign key (token_id) references access_tokens (id) on delete cascade;
alter table user_invitations
  add constraint fk_user_invitations_user_id foreign key (user_id) references users (id) on delete cascade;
create index ix_users_email on users (lower(email));
create index ix_users_words on users using gin (name gin_trgm_ops, email gin_trgm_ops, (id::text) gin_trgm_ops);
create index ix_users_pending on users (id) where not is_approved and deleted_at is null;
create index ix_users_suspended on users (id) where suspended_at is not null and deleted_at is null;
create index ix_access_tokens_user_id on access_tokens (user_id);
create unique index uq_access_tokens_digest on access_tokens (digest);
create index ix_access_tokens_parent_id on access_tokens (parent_id);
create unique index uq_sessions_digest on sessions (digest);
create index ix_sessions_previous_digest on sessions (previous_digest);
create index ix_user_invitations_user_id on user_invitations (user_id);
create unique index uq_user_invitations_digest on user_invitations (digest);

-- What the service keeps for itself

create index ix_idempotency_keys_expires_at on idempotency_keys (expires_at);

-- Files, and media tasks with the log of their status changes

alter table assets
  add constraint fk_assets_user_id foreign key (user_id) references users (id) on delete set null;
alter table tasks
  add constraint fk_tasks_user_id foreign key (user_id) references users (id) on delete set null;
alter table task_events
  add constraint fk_task_events_task_id foreign key (task_id) references tasks (id) on delete cascade;
alter table music_lines
  add constraint fk_music_lines_task_id foreign key (task_id) references tasks (id) on delete cascade;
create index ix_assets_task_id on assets (task_id);
create index ix_assets_expires_at on assets (expires_at) where expires_at is not null;
create index ix_assets_source on assets (source) include (bytes) where source is not null;
create index ix_assets_user_id_stored on assets (user_id) include (bytes) where purpose <> 'output';
create index ix_tasks_user_id_id on tasks (user_id, id);
create index ix_tasks_waiting on tasks (user_id, source) where status in ('created', 'queued');
create index ix_tasks_user_id_kind_id on tasks (user_id, kind, id);
create index ix_tasks_rare_status on tasks (user_id, status, id)
  where status in ('processing', 'uncertain', 'failed', 'canceled');
create index ix_tasks_uncertain on tasks (id) where status = 'uncertain';
create index ix_tasks_expires_at on tasks (expires_at)
  where expires_at is not null and expired_at is null and deleted_at is null;

-- The ledger

alter table credit_allocations
  add constraint fk_credit_allocations_grant_id foreign key (grant_id) references credit_grants (id);
alter table credit_limits
  add constraint fk_credit_limits_user_id foreign key (user_id) references users (id) on delete cascade;
alter table credit_counters
  add constraint fk_credit_counters_limit_id foreign key (limit_id) references credit_limits (id) on delete cascade;
create unique index uq_credit_transfers_resolves on credit_transfers (resolves) where resolves is not null;
create unique index uq_credit_transfers_order_key on credit_transfers (order_key) where order_key is not null;
create index ix_credit_transfers_user_id_id on credit_transfers (user_id, id) where user_id is not null;
create index ix_credit_transfers_cost on credit_transfers (provider, id) where type = 'cost';
create index ix_credit_holds_user_id on credit_holds (user_id);
create index ix_credit_holds_expires_at on credit_holds (expires_at);
create index ix_credit_grants_user_id_id on credit_grants (user_id, id);
create index ix_credit_grants_expires_at on credit_grants (expires_at) where available > 0 and expires_at is not null;
create index ix_credit_grants_voided on credit_grants (id) where available > 0 and voided_at is not null;
create index ix_credit_limits_user_id on credit_limits (user_id);
create index ix_credit_usage_day on credit_usage (day);
create index ix_credit_usage_totals_part_day on credit_usage_totals (part, day);

-- Vendors

alter table vendor_orders
  add constraint fk_vendor_orders_task_id foreign key (task_id) references tasks (id) on delete cascade;
create unique index uq_vendor_orders_reference on vendor_orders (reference);
create index ix_vendor_orders_next_check_at on vendor_orders (next_check_at) where next_check_at is not null;
create index ix_vendor_orders_vendor_id on vendor_orders (vendor_id) where vendor_id is not null;

-- Webhooks

alter table webhook_secrets
  add constraint fk_webhook_secrets_user_id foreign key (user_id) references users (id) on delete cascade;
alter table webhook_endpoints
  add constraint fk_webhook_endpoints_user_id foreign key (user_id) references users (id) on delete cascade;
alter table webhook_deliveries
  add constraint fk_webhook_deliveries_endpoint_id
    foreign key (endpoint_id) references webhook_endpoints (id) on delete cascade,
  add constraint fk_webhook_deliveries_task_id foreign key (task_id) references tasks (id) on delete cascade;
alter table webhook_attempts
  add constraint fk_webhook_attempts_delivery_id
    foreign key (delivery_id) references webhook_deliveries (id) on delete cascade;
create unique index uq_webhook_secrets_user_id_current on webhook_secrets (user_id) nulls not distinct
  where expires_at is null;
create index ix_webhook_secrets_user_id on webhook_secrets (user_id);
create index ix_webhook_endpoints_user_id on webhook_endpoints (user_id);
create index ix_webhook_deliveries_pending on webhook_deliveries (chain_id, seq) where status = 'pending';
create index ix_webhook_deliveries_task_id on webhook_deliveries (task_id);
create index ix_webhook_deliveries_endpoint_id on webhook_deliveries (endpoint_id, id) where endpoint_id is not null;
create index ix_webhook_deliveries_endpoint_id_status on webhook_deliveries (endpoint_id, status, id)
  where endpoint_id is not null;
create index ix_webhook_attempts_delivery_id on webhook_attempts (delivery_id);
create index ix_webhook_attempts_endpoint_id on webhook_attempts (endpoint_id, started_at) include (response_status)
  where endpoint_id is not null;

-- The registry

alter table publisher_members
  add constraint fk_publisher_members_publisher_id
    foreign key (publisher_id) references publishers (id) on delete cascade,
  add constraint fk_publisher_members_user_id foreign key (user_id) references users (id) on delete cascade;
alter table nodes
  add constraint fk_nodes_latest_version_id
    foreign key (latest_version_id) references node_versions (id) on delete set null,
  add constraint fk_nodes_publisher_id foreign key (publisher_id) references publishers (id) on delete restrict;
alter table node_reviews
  add constraint fk_node_reviews_node_id foreign key (node_id) references nodes (id) on delete cascade,
  add constraint fk_node_reviews_user_id foreign key (user_id) references users (id) on delete cascade;
alter table node_downloads
  add constraint fk_node_downloads_node_id foreign key (node_id) references nodes (id) on delete cascade;
alter table node_versions
  add constraint fk_node_versions_node_id foreign key (node_id) references nodes (id) on delete restrict,
  add constraint fk_node_versions_published_by foreign key (published_by) references users (id) on delete set null;
alter table version_reports
  add constraint fk_version_reports_node_version_id
    foreign key (node_version_id) references node_versions (id) on delete cascade;
alter table app_nodes
  add constraint fk_app_nodes_node_version_id
    foreign key (node_version_id) references node_versions (id) on delete cascade;
alter table audit_entries
  add constraint fk_audit_entries_actor_id foreign key (actor_id) references users (id) on delete set null;
create index ix_publishers_status on publishers (status, id);
create index ix_publishers_words on publishers using gin (id gin_trgm_ops, name gin_trgm_ops);
create index ix_publisher_members_user_id on publisher_members (user_id);
create unique index uq_publisher_members_publisher_id_invited_email on publisher_members
  (publisher_id, lower(invited_email));
create index ix_publisher_members_invited_email on publisher_members (lower(invited_email));
create unique index uq_nodes_id_key on nodes (id_key);
create index ix_nodes_look_alike_key on nodes (look_alike_key);
create index ix_nodes_tags on nodes using gin (tags);
create index ix_nodes_review on nodes (id_key) where review_reason is not null;
create index ix_nodes_review_age on nodes (created_at, id) where review_reason is not null;
create index ix_nodes_publisher_id_id_key on nodes (publisher_id, id_key);
create index ix_nodes_status on nodes (status, id_key);
create index ix_node_versions_node_id_sort_key on node_versions (node_id, sort_key);
create index ix_node_versions_flagged on node_versions (created_at, id) where status = 'NodeVersionStatusFlagged';
create index ix_node_versions_status on node_versions (status, id);
create index ix_node_versions_archive_sha256 on node_versions (archive_sha256) where archive_sha256 is not null;
create index ix_app_nodes_name_node_version_id on app_nodes (name, node_version_id);
create index ix_audit_entries_target_id on audit_entries (target_id, id);
create index ix_audit_entries_target_kind on audit_entries (target_kind, id);
create index ix_audit_entries_actor_id on audit_entries (actor_id, id);
create index ix_audit_entries_action on audit_entries (action, id);
create index ix_audit_entries_token_id on audit_entries (token_id, id) where token_id is not null;

-- The search

alter table node_search_key
  add constraint fk_node_search_key_node_id foreign key (node_id) references node_search (id) on delete cascade;
create index ix_node_search_rank on node_search (rank_key, id);
create index ix_node_search_downloads on node_search (downloads desc, rank_key, id);
create index ix_node_search_stars on node_search (stars desc, rank_key, id);
create index ix_node_search_newest on node_search (created_at desc, rank_key, id);
create index ix_node_search_lexemes on node_search using gin (lexemes) with (fastupdate = off);
-- As a difference, because `head <= 3` would let the planner take the index of `head <= 4` as well.
create index ix_node_search_lexemes_head_0 on node_search using gin (lexemes) with (fastupdate = off)
  where head - 0 <= 0;
create index ix_node_search_lexemes_head_1 on node_search using gin (lexemes) with (fastupdate = off)
  where head - 1 <= 0;
create index ix_node_search_lexemes_head_2 on node_search using gin (lexemes) with (fastupdate = off)
  where head - 2 <= 0;
create index ix_node_search_lexemes_head_3 on node_search using gin (lexemes) with (fastupdate = off)
  where head - 3 <= 0;
create index ix_node_search_lexemes_head_4 on node_search using gin (lexemes) with (fastupdate = off)
  where head - 4 <= 0;
create index ix_node_search_lexemes_sample on node_search using gin (lexemes) with (fastupdate = off) where is_sampled;
create index ix_node_search_key_key on node_search_key (key);
-- Candidates for a misspelt word have nearly its length and share its beginning or its end.
create index ix_node_search_key_beginning on node_search_key (length(key), key) include (name);
create index ix_node_search_key_end on node_search_key (length(key), (reverse(key) collate "C")) include (key, name);
create index ix_search_term_beginning on search_term (length(term), term) include (n, t, a, r);
create index ix_search_term_end on search_term (length(term), (reverse(term) collate "C")) include (term, n, t, a, r);
alter index ix_search_term_beginning alter column 1 set statistics 10;
alter index ix_search_term_end alter column 1 set statistics 10;
alter index ix_search_term_end alter column 2 set statistics 10;

-- The accounts that are of no user, as account-ids.ts of the ledger names them, and the one row of the policy

insert into credit_accounts (id, type, name) values
  ('00000000-0000-7000-8000-000000000001', 'without_token', ''),
  ('00000000-0000-7000-8000-000000000002', 'issuer', ''),
  ('00000000-0000-7000-8000-000000000003', 'revenue', ''),
  ('00000000-0000-7000-8000-000000000004', 'cost', '')
on conflict do nothing;
insert into credit_policy default values on conflict do nothing;
