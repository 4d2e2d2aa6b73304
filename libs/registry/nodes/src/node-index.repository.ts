import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '#libs/platform/clock';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import { NodeSearch, type NodeSearchDocument, type PopularityFacts, rankKey } from '#libs/registry/search';
import type { Node } from './node.entity.js';

type IndexedNode = Node & {
  publisherName: string;
  isPublisherHidden: boolean;
  appNodeNames: string[];
  ageDays: number | null;
};

type RankedNode = Pick<
  Node,
  'id' | 'idKey' | 'searchRanking' | 'downloads' | 'githubStars' | 'ratingSum' | 'ratingCount'
> & {
  ageDays: number | null;
  rankKey: string;
  isShownUnderReview: boolean;
};

/** Days since the latest version at the moment `$2`. */
const AGE_DAYS = `floor(extract(epoch from $2::timestamptz - latest.created_at) / 86400)::int`;
const COMPARED_ROWS = 1_000;

/** Keeps the search up to date with nodes. */
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
   * Updates the search to what the nodes show now; deleted ones are removed from it.
   * @param ids Ids as stored.
   */
  async refresh(scope: TransactionScope, ids: readonly string[]): Promise<void> {
    const nodes = await this.rows<IndexedNode>(
      scope,
      `select node.*, publisher.name as publisher_name,
              publisher.status = 'PublisherStatusBanned' or publisher.review_reason is not null as is_publisher_hidden,
              ${AGE_DAYS} as age_days,
              array(select name from app_nodes where node_version_id = node.latest_version_id) as app_node_names
         from nodes node
         join publishers publisher on publisher.id = node.publisher_id
         left join node_versions latest on latest.id = node.latest_version_id
        where node.id = any($1)`,
      [ids, this.clock.now()],
    );
    const isGone = ({ status }: IndexedNode): boolean => status === 'NodeStatusDeleted';
    await this.search.remove(
      scope,
      nodes.filter(isGone).map(({ id }) => id),
    );
    await this.search.index(scope, nodes.filter((node) => !isGone(node)).map(searchDocument));
  }

  /**
   * Of the next nodes by id, those whose rank in the search is outdated, or that are under review and still in it; `last` is
   * undefined at the end.
   */
  async listStaleRanks(
    scope: StatementScope,
    after: string,
  ): Promise<{ stale: string[]; last: string | undefined }> {
    const nodes = await this.rows<RankedNode>(
      scope,
      `select node.id, node.id_key, node.search_ranking, node.downloads, node.github_stars, node.rating_sum,
              node.rating_count, ${AGE_DAYS} as age_days, replace(found.rank_key::text, '-', '') as rank_key,
              node.review_reason is not null and not found.is_banned as is_shown_under_review
         from nodes node
         join node_search found on found.id = node.id_key
         left join node_versions latest on latest.id = node.latest_version_id
        where node.id_key > $1 order by node.id_key limit ${COMPARED_ROWS}`,
      [after, this.clock.now()],
    );
    const stale = nodes
      .filter((node) => node.rankKey !== currentRank(node) || node.isShownUnderReview)
      .map(({ id }) => id);
    return { stale, last: nodes.at(-1)?.idKey };
  }
}

function currentRank({
  searchRanking,
  ...node
}: Omit<RankedNode, 'id' | 'idKey' | 'rankKey' | 'isShownUnderReview'>): string {
  return rankKey({ searchRanking, ...popularityFacts(node) });
}

function popularityFacts(
  node: Pick<RankedNode, 'downloads' | 'githubStars' | 'ratingSum' | 'ratingCount' | 'ageDays'>,
): PopularityFacts {
  const { downloads, githubStars: stars, ratingSum, ratingCount, ageDays } = node;
  return { downloads, stars, ratingSum, ratingCount, ageDays: ageDays ?? undefined };
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
    ...popularityFacts(node),
    createdAt: node.createdAt,
    banned: node.status === 'NodeStatusBanned' || node.reviewReason !== null || node.isPublisherHidden,
  };
}
