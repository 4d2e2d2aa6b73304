import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isUniqueViolation, Repository, type TransactionScope } from '#libs/platform/database';
import { NodeVersion } from './node-version.entity.js';
import { versionTaken } from './node-version.errors.js';

/** Statements that write the table `node_versions`, and those that writers read. */
@Injectable()
export class NodeVersionsRepository extends Repository {
  constructor(dataSource: DataSource) {
    super(dataSource);
  }

  /** @throws VersionTaken when the node has the version, deleted or not. */
  async insert(scope: TransactionScope, version: NodeVersion): Promise<void> {
    try {
      await this.manager(scope).insert(NodeVersion, version);
    } catch (error) {
      throw isUniqueViolation(error, 'uq_node_versions_node_id_version') ? versionTaken(version) : error;
    }
  }

  async find(id: string, scope?: TransactionScope): Promise<NodeVersion | undefined> {
    const [version] = await this.rows<NodeVersion>(
      'select * from "node_versions" where "id" = $1',
      [id],
      scope,
    );
    return version;
  }

  /** As `find`, and keeps others from changing the row until the transaction ends. */
  async findForUpdate(scope: TransactionScope, id: string): Promise<NodeVersion | undefined> {
    const [version] = await this.rows<NodeVersion>(
      'select * from "node_versions" where "id" = $1 for no key update',
      [id],
      scope,
    );
    return version;
  }

  async publisherOf(scope: TransactionScope, nodeId: string): Promise<string> {
    const [node] = await this.rows<{ publisherId: string }>(
      'select "publisherId" from "nodes" where "id" = $1',
      [nodeId],
      scope,
    );
    if (!node) throw new Error('The version has no node');
    return node.publisherId;
  }

  async findByNumber(nodeId: string, version: string): Promise<NodeVersion | undefined> {
    const [row] = await this.rows<NodeVersion>(
      'select * from "node_versions" where "nodeId" = $1 and "version" = $2',
      [nodeId, version],
    );
    return row;
  }

  /** The version that has the number at a node of the publisher; letter case of the node's id does not matter. */
  async findTaken(publisherId: string, nodeId: string, version: string): Promise<NodeVersion | undefined> {
    const [taken] = await this.rows<NodeVersion>(
      `select v.* from "node_versions" v join "nodes" n on n."id" = v."nodeId"
        where n."idKey" = $1 and n."publisherId" = $2 and v."version" = $3`,
      [nodeId.toLowerCase(), publisherId, version],
    );
    return taken;
  }

  /** The active versions of the nodes, whatever the status of these. */
  async listActiveOf(
    scope: TransactionScope,
    nodeIds: readonly string[],
  ): Promise<{ publisherId: string; nodeId: string; version: string }[]> {
    return this.rows(
      `select n."publisherId", v."nodeId", v."version"
         from "node_versions" v join "nodes" n on n."id" = v."nodeId"
        where v."nodeId" = any($1) and v."status" = 'NodeVersionStatusActive' order by v."id"`,
      [nodeIds],
      scope,
    );
  }

  async update(scope: TransactionScope, id: string, change: Partial<NodeVersion>): Promise<void> {
    await this.manager(scope).update(NodeVersion, { id }, { ...change, updatedAt: new Date() });
  }

  /** Gives a reason to a version that is still pending. */
  async note(scope: TransactionScope, id: string, statusReason: string): Promise<void> {
    await this.rows(
      `update "node_versions" set "statusReason" = $2 where "id" = $1 and "status" = 'NodeVersionStatusPending'`,
      [id, statusReason],
      scope,
    );
  }

  /** The highest version that is active and not deprecated, stable ones before pre-releases. */
  async findLatest(scope: TransactionScope, nodeId: string): Promise<NodeVersion | undefined> {
    const [version] = await this.rows<NodeVersion>(
      `select * from "node_versions"
        where "nodeId" = $1 and "status" = 'NodeVersionStatusActive' and not "deprecated"
        order by "isPrerelease", "sortKey" collate "C" desc, "createdAt" desc limit 1`,
      [nodeId],
      scope,
    );
    return version;
  }

  /** Versions whose archive did not arrive in time. */
  async listOverdue(limit: number): Promise<NodeVersion[]> {
    return this.rows<NodeVersion>(
      `select * from "node_versions"
        where "status" = 'NodeVersionStatusPending' and "archiveKey" is null and "uploadDeadline" < now()
        order by "uploadDeadline" limit $1`,
      [limit],
    );
  }
}
