import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '#libs/platform/clock';
import { Repository, type TransactionScope } from '#libs/platform/database';
import { NodeSearch, type NodeSearchDocument } from '#libs/search';
import type { Node } from './node.entity.js';

type IndexedNode = Node & {
  publisherName: string;
  isPublisherBanned: boolean;
  appNodeNames: string[];
};

/** Tells the search what nodes show. */
@Injectable()
export class NodeIndexRepository extends Repository {
  constructor(
    dataSource: DataSource,
    clock: Clock,
    private readonly search: NodeSearch,
  ) {
    super(dataSource, clock);
  }

  /**
   * Brings the search up to date with everything that nodes show; deleted ones leave it.
   * @param ids Ids as stored.
   */
  async refresh(scope: TransactionScope, ids: readonly string[]): Promise<void> {
    const nodes = await this.rows<IndexedNode>(
      scope,
      `select node.*, publisher.name as publisher_name,
              publisher.status = 'PublisherStatusBanned' as is_publisher_banned,
              array(select name from app_nodes where node_version_id = node.latest_version_id) as app_node_names
         from nodes node
         join publishers publisher on publisher.id = node.publisher_id
        where node.id = any($1)`,
      [ids],
    );
    const isGone = ({ status }: IndexedNode): boolean => status === 'NodeStatusDeleted';
    await this.search.remove(
      scope,
      nodes.filter(isGone).map(({ id }) => id),
    );
    await this.search.index(scope, nodes.filter((node) => !isGone(node)).map(searchDocument));
  }
}

function searchDocument(node: IndexedNode): NodeSearchDocument {
  return {
    id: node.id,
    name: node.name,
    author: node.author,
    publisherId: node.publisherId,
    publisherName: node.publisherName,
    description: node.description,
    tags: node.tags,
    repository: node.repository,
    appNodeNames: node.appNodeNames,
    os: node.supportedOs,
    accelerators: node.supportedAccelerators,
    searchRanking: node.searchRanking,
    downloads: node.downloads,
    stars: node.githubStars,
    createdAt: node.createdAt,
    banned: node.status === 'NodeStatusBanned' || node.isPublisherBanned,
  };
}
