import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import type { NodeVersion } from '#libs/registry/versions/store';
import type { RegistrySnapshot } from './registry-snapshot.entity.js';

/** Neither banned nor under review: what the feed of changes shows. */
const LISTED_PUBLISHER = `p.status = 'PublisherStatusActive' and p.review_reason is null`;
const LISTED_NODE = `n.status = 'NodeStatusActive' and n.review_reason is null and ${LISTED_PUBLISHER}`;

/** The row of the newest snapshot, and what the next one holds. It joins tables of publishers, nodes and versions. */
@Injectable()
export class SnapshotRepository extends Repository {
  async find(scope: StatementScope): Promise<RegistrySnapshot | undefined> {
    return this.row<RegistrySnapshot>(scope, 'select * from registry_snapshots');
  }

  /** As `find`; others that replace the snapshot wait until the transaction ends. */
  async findForUpdate(scope: TransactionScope): Promise<RegistrySnapshot | undefined> {
    await this.lockKeys(scope, 'registry_snapshots', ['']);
    return this.find(scope);
  }

  async replace(scope: TransactionScope, snapshot: Omit<RegistrySnapshot, 'isOnly'>): Promise<void> {
    const { key, bytes, sha256, nodes, versions, cursor, createdAt } = snapshot;
    await this.rows(
      scope,
      `insert into registry_snapshots (key, bytes, sha256, nodes, versions, cursor, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (is_only) do update set key = excluded.key, bytes = excluded.bytes, sha256 = excluded.sha256,
         nodes = excluded.nodes, versions = excluded.versions, cursor = excluded.cursor,
         created_at = excluded.created_at`,
      [key, bytes, sha256, nodes, versions, cursor, createdAt],
    );
  }

  async listPublisherIds(scope: StatementScope, after: string, limit: number): Promise<string[]> {
    const rows = await this.rows<{ id: string }>(
      scope,
      `select p.id from publishers p where ${LISTED_PUBLISHER} and p.id > $1 order by p.id limit $2`,
      [after, limit],
    );
    return rows.map(({ id }) => id);
  }

  async listNodeKeys(scope: StatementScope, after: string, limit: number): Promise<string[]> {
    const rows = await this.rows<{ idKey: string }>(
      scope,
      `select n.id_key from nodes n join publishers p on p.id = n.publisher_id
        where ${LISTED_NODE} and n.id_key > $1 order by n.id_key limit $2`,
      [after, limit],
    );
    return rows.map(({ idKey }) => idKey);
  }

  /** The active versions of some nodes. */
  async listVersions(scope: StatementScope, nodeIds: readonly string[]): Promise<NodeVersion[]> {
    return this.rows<NodeVersion>(
      scope,
      `select * from node_versions where node_id = any($1) and status = 'NodeVersionStatusActive' order by node_id, id`,
      [nodeIds],
    );
  }
}
