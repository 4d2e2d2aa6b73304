-- What the last former migrations added, for databases that lack some of it. Each part runs in its own transaction, unless it says
-- `concurrently`; the rows that it also derives are in derived-rows.sql. Functions and triggers are in the modules.

-- LedgerByIndexes1763940100000

-- BilledDecimals1763940300000
alter table vendor_orders add column billed numeric(16, 6);
alter table credit_transfers add column billed numeric(16, 6),
  add constraint ck_credit_transfers_billed
    check (billed is null or (type = 'cost' and billed >= 0 and amount = ceil(billed))) not valid;

-- PriceTables1763940300010
create table price_tables (
  version text not null,
  prices jsonb not null,
  created_at timestamptz not null default now(),
  constraint pk_price_tables primary key (version)
);

-- RefusedArchives1763940500000
alter table node_versions add column archive_refusal text;

-- ActsOfOwners1763940500100
alter table node_versions add column published_by_token uuid;
alter table audit_entries add column token_id uuid;

-- ArchiveAndTokenIndexes1763940500200
drop index concurrently if exists ix_node_versions_archive_sha256;
create index concurrently ix_node_versions_archive_sha256 on node_versions (archive_sha256) where archive_sha256 is not null;
drop index concurrently if exists ix_audit_entries_token_id;
create index concurrently ix_audit_entries_token_id on audit_entries (token_id, id) where token_id is not null;

-- PredictedSeconds1763940600000
alter table tasks add column predicted_seconds integer;

-- NodeListBlocks1763940800000
create table node_list_blocks (
  id_key text not null,
  nodes integer not null,
  constraint pk_node_list_blocks primary key (id_key)
);
create table node_list_changes (id_key text not null, nodes integer not null);

-- CountNodeList1763940800010

-- AppNodeDocstrings1763940900000
alter table app_nodes add column docstring text;

-- StorageId1763941200000
create table storage_id (
  is_only boolean not null default true,
  id uuid not null,
  constraint pk_storage_id primary key (is_only),
  constraint ck_storage_id_is_only check (is_only)
);

-- ProviderRefusals1763941300000
alter table provider_calls add column refusals integer not null default 0;

-- DeletedWhileBanned1763941400000
alter table node_versions add column deleted_banned boolean not null default false;
