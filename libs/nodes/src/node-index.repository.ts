import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Repository, type TransactionScope } from '#libs/platform/database';
import type { Node } from './node.entity.js';
import {
  type IndexedRow,
  type LoadedVocabulary,
  type NodeSearchDocument,
  NodeSearchMaintenance,
  NodeSearchRepository,
  type NodeSearchRequest,
  type NodeSearchResult,
  NodeSearchWriter,
  type SearchDatabase,
  type SearchTransaction,
} from '#libs/search';

type IndexedNode = Node & {
  publisherName: string;
  isPublisherBanned: boolean;
  appNodeNames: string[];
};

/** Runs `work` in one transaction of its own. */
type ScopeRunner = <T>(work: (scope: TransactionScope) => Promise<T>) => Promise<T>;

/** Connects the nodes to their search tables: what a transaction changes is found, or not found, as soon as it commits. */
@Injectable()
export class NodeIndexRepository extends Repository {
  private readonly search = new NodeSearchRepository();
  private readonly writer = new NodeSearchWriter();

  constructor(dataSource: DataSource) {
    super(dataSource);
  }

  /**
   * Brings the search rows of nodes up to date with everything that they show.
   * @param ids Ids as stored.
   */
  async refresh(scope: TransactionScope, ids: readonly string[]): Promise<void> {
    const documents = await this.removeGone(scope, ids);
    if (documents.length > 0) await this.writer.index(this.database(scope), documents);
  }

  /**
   * Writes one batch of an import: rows of new nodes, whose words were learnt before, and those of changed ones.
   * @param changedIds Ids as stored.
   */
  async load(
    scope: TransactionScope,
    added: readonly IndexedRow[],
    changedIds: readonly string[],
  ): Promise<void> {
    const changed = changedIds.length > 0 ? await this.removeGone(scope, changedIds) : [];
    if (added.length + changed.length > 0) await this.writer.load(this.database(scope), added, changed);
  }

  /** Adds the words of new nodes, in transactions before the one that stores these. */
  async learn(
    inTransaction: ScopeRunner,
    rows: readonly Pick<IndexedRow, 'terms'>[],
    vocabulary: LoadedVocabulary,
  ): Promise<void> {
    await this.writer.learn(this.transaction(inTransaction), rows, vocabulary);
  }

  /** Adds what the vocabulary has held back. */
  async settle(vocabulary: LoadedVocabulary): Promise<void> {
    await this.writer.settle(this.database(), vocabulary);
  }

  /** Lower-case ids of one page of a search, best first. */
  async find(request: NodeSearchRequest): Promise<NodeSearchResult> {
    return this.search.search(this.database(), request);
  }

  /**
   * Runs the maintenance of the search.
   * @param inTransaction Runs a part of it in a transaction of its own.
   * @param countedRows Nodes of whose words an import has kept the counts; default none.
   */
  async maintain(inTransaction: ScopeRunner, countedRows = 0): Promise<void> {
    await new NodeSearchMaintenance(this.database(), this.transaction(inTransaction)).run(countedRows);
  }

  /** Takes deleted ones of these nodes out. @returns what the search shows of the others. */
  private async removeGone(scope: TransactionScope, ids: readonly string[]): Promise<NodeSearchDocument[]> {
    const nodes = await this.rows<IndexedNode>(
      `select node.*, publisher.name as publisher_name,
              publisher.status = 'PublisherStatusBanned' as is_publisher_banned, 
              array(select name from app_nodes where node_version_id = node.latest_version_id) as app_node_names
         from nodes node
         join publishers publisher on publisher.id = node.publisher_id
        where node.id = any($1)`,
      [ids],
      scope,
    );
    const gone = nodes.filter(({ status }) => status === 'NodeStatusDeleted').map(({ id }) => id);
    if (gone.length > 0) await this.writer.remove(this.database(scope), gone);
    return nodes.filter(({ status }) => status !== 'NodeStatusDeleted').map(searchDocument);
  }

  private transaction(inTransaction: ScopeRunner): SearchTransaction {
    return (work) => inTransaction((scope) => work(this.database(scope)));
  }

  private database(scope?: TransactionScope): SearchDatabase {
    return {
      query: <Row>(sql: string, parameters: readonly unknown[]) => this.rows<Row>(sql, parameters, scope),
    };
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
