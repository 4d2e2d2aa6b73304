import { Injectable } from '@nestjs/common';
import type { NodeStatus } from '#libs/registry/nodes';
import {
  Conditions,
  PLANNED_FOR_VALUES,
  Repository,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import { COUNTED_ROWS_MAX, listPage, type ListPage, type ListPlace, listTotal } from '#libs/platform/http';
import type { PublisherStatus } from '#libs/registry/publishers';
import type { NodeVersion, NodeVersionStatus } from '#libs/registry/versions/store';
import { REPORT_WARNS } from './version-report.entity.js';

/** Which version of a node: by its id, by its number, or the latest. */
export type VersionKey = { by: 'id' | 'number'; value: string } | { by: 'latest' };

/** The version of a node under a key, and whether the public may see the node. */
export type FoundVersion = {
  nodeId: string;
  publisherId: string;
  nodeStatus: NodeStatus;
  publisherStatus: PublisherStatus;
  version: NodeVersion | undefined;
};

/** Filters the versions of all nodes for admins, or of a publisher's nodes for its members. */
export type VersionFilter = {
  statuses?: readonly NodeVersionStatus[] | undefined;
  nodeId?: string | undefined;
  publisherId?: string | undefined;
  /** Only those with a finding that warns and is not approved. */
  hasWarnings?: boolean;
};

export type ListedVersion = NodeVersion & { nodeName: string };

type FoundRow = NodeVersion & {
  ofNode: string;
  publisherId: string;
  nodeStatus: NodeStatus;
  publisherStatus: PublisherStatus;
};

const MATCH = {
  id: 'v.id = $2::uuid',
  number: 'v.version = $2',
  latest: 'v.id = n.latest_version_id',
} as const;

/**
 * Reads versions for replies. It also reads the tables of nodes and publishers: asking module after module would take
 * three statements.
 */
@Injectable()
export class VersionReaderRepository extends Repository {
  /** Undefined when the node never existed; its letter case does not matter. */
  async find(scope: StatementScope, nodeId: string, key: VersionKey): Promise<FoundVersion | undefined> {
    const row = await this.row<FoundRow>(
      scope,
      `select v.*, n.id as of_node, n.publisher_id, n.status as node_status, p.status as publisher_status
         from nodes n
         join publishers p on p.id = n.publisher_id
         left join node_versions v on v.node_id = n.id and ${MATCH[key.by]}
        where n.id_key = $1`,
      [nodeId.toLowerCase(), ...(key.by === 'latest' ? [] : [key.value])],
    );
    if (!row) return undefined;
    const { ofNode, publisherId, nodeStatus, publisherStatus, ...version } = row;
    // Without a version the join leaves its columns null.
    const isThere = (version.id as string | null) !== null;
    return {
      nodeId: ofNode,
      publisherId,
      nodeStatus,
      publisherStatus,
      version: isThere ? version : undefined,
    };
  }

  /** The installable versions asked for, in one query; letter case of ids does not matter. */
  async findInstallable(
    scope: StatementScope,
    wanted: readonly { nodeId: string; version: string }[],
  ): Promise<(NodeVersion & { wantedAt: number })[]> {
    return this.rows<NodeVersion & { wantedAt: number }>(
      scope,
      `select v.*, w.at::int as wanted_at
         from unnest($1::text[], $2::text[]) with ordinality as w(node_key, version, at)
         join nodes n on n.id_key = w.node_key and n.status = 'NodeStatusActive'
         join publishers p on p.id = n.publisher_id and p.status = 'PublisherStatusActive'
         join node_versions v on v.node_id = n.id and v.version = w.version
        where v.status = 'NodeVersionStatusActive'`,
      [wanted.map(({ nodeId }) => nodeId.toLowerCase()), wanted.map(({ version }) => version)],
    );
  }

  /** The version with this number at a node of the publisher; letter case of the node's id does not matter. */
  async findTaken(
    scope: StatementScope,
    publisherId: string,
    nodeId: string,
    version: string,
  ): Promise<NodeVersion | undefined> {
    return this.row<NodeVersion>(
      scope,
      `select v.* from node_versions v join nodes n on n.id = v.node_id
        where n.id_key = $1 and n.publisher_id = $2 and v.version = $3`,
      [nodeId.toLowerCase(), publisherId, version],
    );
  }

  /** The active versions of the nodes, whatever the status of the nodes. */
  async listActiveOf(
    scope: TransactionScope,
    nodeIds: readonly string[],
  ): Promise<{ publisherId: string; nodeId: string; version: string }[]> {
    return this.rows(
      scope,
      `select n.publisher_id, v.node_id, v.version
         from node_versions v join nodes n on n.id = v.node_id
        where v.node_id = any($1) and v.status = 'NodeVersionStatusActive' order by v.id`,
      [nodeIds],
    );
  }

  /** A version with the same archive that is banned, itself or through its node or publisher, or was banned when it was deleted. */
  async findBannedTwin(
    scope: StatementScope,
    { id, archiveSha256 }: Pick<NodeVersion, 'id' | 'archiveSha256'>,
  ): Promise<Pick<NodeVersion, 'nodeId' | 'version'> | undefined> {
    return this.row(
      scope,
      `select v.node_id, v.version
         from node_versions v join nodes n on n.id = v.node_id join publishers p on p.id = n.publisher_id
        where v.archive_sha256 = $2 and v.id <> $1
          and (v.status = 'NodeVersionStatusBanned' or v.deleted_banned or n.status = 'NodeStatusBanned'
            or n.ban_reason <> '' or p.status = 'PublisherStatusBanned')
        order by v.id limit 1`,
      [id, archiveSha256],
    );
  }

  async publisherOf(scope: TransactionScope, nodeId: string): Promise<string> {
    const node = await this.row<{ publisherId: string }>(
      scope,
      'select publisher_id from nodes where id = $1',
      [nodeId],
    );
    if (!node) throw new Error('The version has no node');
    return node.publisherId;
  }

  /** The versions of a node, newest first by SemVer. */
  async listOfNode(
    scope: StatementScope,
    nodeId: string,
    statuses: readonly NodeVersionStatus[],
  ): Promise<NodeVersion[]> {
    return this.rows<NodeVersion>(
      scope,
      `select * from node_versions where node_id = $1 and status = any($2)
        order by sort_key collate "C" desc, created_at desc`,
      [nodeId, statuses],
    );
  }

  /** Versions of all nodes, newest first by time. */
  async list(
    scope: StatementScope,
    { statuses, nodeId, publisherId, hasWarnings = false }: VersionFilter,
    place: ListPlace,
  ): Promise<ListPage<ListedVersion>> {
    const conditions = new Conditions();
    if (statuses)
      conditions.add(
        statuses.length === 1
          ? `v.status = ${conditions.given(statuses[0])}`
          : `v.status = any(${conditions.given(statuses)})`,
      );
    if (nodeId !== undefined) conditions.add(`n.id_key = ${conditions.given(nodeId.toLowerCase())}`);
    if (publisherId !== undefined) conditions.add(`n.publisher_id = ${conditions.given(publisherId)}`);
    if (hasWarnings)
      conditions.add(
        `exists (select from version_reports r where r.node_version_id = v.id and ${REPORT_WARNS})`,
      );
    const isOfSome = nodeId !== undefined || publisherId !== undefined;
    const named = 'node_versions v join nodes n on n.id = v.node_id';
    const counted =
      place.counted ??
      listTotal(
        await this.countUpTo(scope, COUNTED_ROWS_MAX, isOfSome ? named : 'node_versions v', conditions),
      );
    if (place.after) conditions.add(`v.id < ${conditions.given(place.after[0])}`);
    const found = await this.rows<ListedVersion>(
      scope,
      `${PLANNED_FOR_VALUES}select v.*, n.name as node_name from ${named} where ${conditions.text}
        order by v.id desc offset ${conditions.given(place.offset)} limit ${conditions.given(place.limit + 1)}`,
      conditions.parameters,
    );
    return listPage(place, found, ({ id }) => [id], counted);
  }
}
