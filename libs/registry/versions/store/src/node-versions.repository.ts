import { Injectable } from '@nestjs/common';
import { insertInto, Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import { NodeVersion } from './node-version.entity.js';

/** A version to be added, pending; absent columns get their defaults. */
export type NewVersionRow = Pick<
  NodeVersion,
  'id' | 'nodeId' | 'version' | 'sortKey' | 'isPrerelease' | 'publishedBy' | 'uploadDeadline'
> &
  Partial<NodeVersion>;

@Injectable()
export class NodeVersionsRepository extends Repository {
  /** Undefined when the node has the version already, deleted or not. */
  async insertIfAbsent(scope: TransactionScope, version: NewVersionRow): Promise<NodeVersion | undefined> {
    const { sql, values } = insertInto('node_versions', version);
    return this.row<NodeVersion>(scope, `${sql} on conflict do nothing returning *`, values);
  }

  async insertMany(scope: TransactionScope, versions: NewVersionRow[]): Promise<void> {
    await this.manager(scope).insert(NodeVersion, versions);
  }

  /** Number and bytes of the stored archives; reads the whole table. */
  async measureArchives(scope: StatementScope): Promise<{ files: number; bytes: number }> {
    const row = await this.row<{ files: number; bytes: number }>(
      scope,
      `select count(*)::float8 as files, coalesce(sum(archive_bytes), 0)::float8 as bytes
       from node_versions where archive_key is not null`,
    );
    return row ?? { files: 0, bytes: 0 };
  }

  /** Which of the nodes have a version of any status. */
  async listVersioned(scope: TransactionScope, nodeIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.rows<{ nodeId: string }>(
      scope,
      'select distinct node_id from node_versions where node_id = any($1)',
      [nodeIds],
    );
    return new Set(rows.map(({ nodeId }) => nodeId));
  }

  async findMany(scope: TransactionScope, ids: readonly string[]): Promise<NodeVersion[]> {
    return this.rows<NodeVersion>(scope, 'select * from node_versions where id = any($1)', [ids]);
  }

  async find(scope: StatementScope, id: string): Promise<NodeVersion | undefined> {
    return this.row<NodeVersion>(scope, 'select * from node_versions where id = $1', [id]);
  }

  /** As `find`, with the row locked until the transaction ends. */
  async findForUpdate(scope: TransactionScope, id: string): Promise<NodeVersion | undefined> {
    return this.row<NodeVersion>(scope, 'select * from node_versions where id = $1 for no key update', [id]);
  }

  async findByNumber(
    scope: StatementScope,
    nodeId: string,
    version: string,
  ): Promise<NodeVersion | undefined> {
    return this.row<NodeVersion>(scope, 'select * from node_versions where node_id = $1 and version = $2', [
      nodeId,
      version,
    ]);
  }

  /** Removes the row, with its report. Only for a version that was refused and never public. */
  async delete(scope: TransactionScope, id: string): Promise<void> {
    await this.rows(scope, 'delete from node_versions where id = $1', [id]);
  }

  async update(scope: TransactionScope, id: string, change: Partial<NodeVersion>): Promise<void> {
    await this.manager(scope).update(NodeVersion, { id }, { ...change, updatedAt: this.clock.now() });
  }

  /** The highest version that is active and not deprecated, stable ones before pre-releases. */
  async findLatest(scope: TransactionScope, nodeId: string): Promise<NodeVersion | undefined> {
    return this.row<NodeVersion>(
      scope,
      `select * from node_versions
        where node_id = $1 and status = 'NodeVersionStatusActive' and not deprecated
        order by is_prerelease, sort_key collate "C" desc, created_at desc limit 1`,
      [nodeId],
    );
  }

  /** Versions whose archive did not arrive in time. */
  async listOverdue(scope: StatementScope, limit: number): Promise<NodeVersion[]> {
    return this.rows<NodeVersion>(
      scope,
      `select * from node_versions
        where status = 'NodeVersionStatusPending' and archive_key is null and upload_deadline < $2
        order by upload_deadline limit $1`,
      [limit, this.clock.now()],
    );
  }
}
