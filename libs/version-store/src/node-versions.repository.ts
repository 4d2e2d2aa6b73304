import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '#libs/platform/clock';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import { NodeVersion } from './node-version.entity.js';

/** Statements on the table `node_versions` alone. */
@Injectable()
export class NodeVersionsRepository extends Repository {
  constructor(
    dataSource: DataSource,
    private readonly clock: Clock,
  ) {
    super(dataSource);
  }

  /** @returns false when the node has the version already, deleted or not. */
  async insertIfAbsent(scope: TransactionScope, version: NodeVersion): Promise<boolean> {
    const inserted = await this.manager(scope)
      .createQueryBuilder()
      .insert()
      .into(NodeVersion)
      .values(version)
      .orIgnore()
      .returning('id')
      .execute();
    return (inserted.raw as unknown[]).length > 0;
  }

  async insertMany(scope: TransactionScope, versions: NodeVersion[]): Promise<void> {
    await this.manager(scope).insert(NodeVersion, versions);
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
    const [version] = await this.rows<NodeVersion>(scope, 'select * from node_versions where id = $1', [id]);
    return version;
  }

  /** As `find`, and keeps others from changing the row until the transaction ends. */
  async findForUpdate(scope: TransactionScope, id: string): Promise<NodeVersion | undefined> {
    const [version] = await this.rows<NodeVersion>(
      scope,
      'select * from node_versions where id = $1 for no key update',
      [id],
    );
    return version;
  }

  async findByNumber(
    scope: StatementScope,
    nodeId: string,
    version: string,
  ): Promise<NodeVersion | undefined> {
    const [row] = await this.rows<NodeVersion>(
      scope,
      'select * from node_versions where node_id = $1 and version = $2',
      [nodeId, version],
    );
    return row;
  }

  async update(scope: TransactionScope, id: string, change: Partial<NodeVersion>): Promise<void> {
    await this.manager(scope).update(NodeVersion, { id }, { ...change, updatedAt: this.clock.now() });
  }

  /** The highest version that is active and not deprecated, stable ones before pre-releases. */
  async findLatest(scope: TransactionScope, nodeId: string): Promise<NodeVersion | undefined> {
    const [version] = await this.rows<NodeVersion>(
      scope,
      `select * from node_versions
        where node_id = $1 and status = 'NodeVersionStatusActive' and not deprecated
        order by is_prerelease, sort_key collate "C" desc, created_at desc limit 1`,
      [nodeId],
    );
    return version;
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
