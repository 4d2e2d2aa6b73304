import type { MigrationInterface, QueryRunner } from 'typeorm';

const PUBLISHERS = `
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
  create index "ix_publisher_members_user_id" on "publisher_members" ("userId")`;

const NODES = `
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
  )`;

const NODE_VERSIONS = `
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
    foreign key ("latestVersionId") references "node_versions" ("id") on delete set null`;

const APP_NODES = `
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
  create index "ix_app_nodes_name" on "app_nodes" ("name")`;

/** Publishers, nodes, their versions, and the app nodes in these. */
export class Registry1763700200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [PUBLISHERS, NODES, NODE_VERSIONS, APP_NODES]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table "nodes" drop constraint "fk_nodes_latest_version_id"');
    for (const table of [
      'app_nodes',
      'node_versions',
      'node_reviews',
      'nodes',
      'publisher_members',
      'publishers',
    ]) {
      await runner.query(`drop table "${table}"`);
    }
  }
}
