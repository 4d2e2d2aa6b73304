import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import type { Node } from './node.entity.js';

/** What a node is called, and by whom it is. */
export type KnownNode = Pick<Node, 'id' | 'publisherId' | 'name' | 'author' | 'repository'> & {
  publisherName: string;
};
export type OtherNode = Pick<Node, 'id' | 'publisherId'>;
export type CopiedTexts = Pick<Node, 'name' | 'author' | 'description' | 'repository'>;
export const COPIES = ['name and author', 'repository', 'description'] as const;

/** The most nodes that each statement finds. */
const FOUND_MAX = 10;

/** The conditions of indexes, for a column or a parameter of each text. */
const COPY_CONDITIONS = [
  `author <> '' and $3 <> ''
    and md5(lower(name) || E'\\n' || lower(author)) = md5(lower($2) || E'\\n' || lower($3))`,
  `repository <> '' and $4 <> '' and ${repositoryKey('repository')} = ${repositoryKey('$4::text')}`,
  `length(description) >= 40 and md5(description) = md5($5)`,
];

/** Finds nodes and publishers that others may be taken for. */
@Injectable()
export class LookAlikesRepository extends Repository {
  /** Keeps other transactions from adding nodes with this key until this one ends. */
  async lock(scope: TransactionScope, key: string): Promise<void> {
    await this.rows(scope, 'select pg_advisory_xact_lock(hashtextextended($1, 11))', [key]);
  }

  /** Other publishers' nodes with this key. */
  async findTwins(scope: StatementScope, key: string, publisherId: string): Promise<OtherNode[]> {
    return this.rows(
      scope,
      `select id, publisher_id from nodes
        where look_alike_key = $1 and publisher_id <> $2 order by created_at limit ${FOUND_MAX}`,
      [key, publisherId],
    );
  }

  /** Other publishers' nodes among the first in the order of search, which are the most starred and downloaded. */
  async findPopular(scope: StatementScope, publisherId: string, limit: number): Promise<KnownNode[]> {
    return this.rows(
      scope,
      `select node.id, node.publisher_id, node.name, node.author, node.repository, publisher.name as publisher_name
         from (select id from node_search where not is_banned order by rank_key, id limit $2) popular
         join nodes node on node.id_key = popular.id
         join publishers publisher on publisher.id = node.publisher_id
        where node.publisher_id <> $1`,
      [publisherId, limit],
    );
  }

  /** Other publishers' nodes that have the same texts, each with what is the same. */
  async findCopied(
    scope: StatementScope,
    { name, author, description, repository }: CopiedTexts,
    publisherId: string,
  ): Promise<(OtherNode & { what: (typeof COPIES)[number] })[]> {
    const arms = COPY_CONDITIONS.map(
      (condition, at) => `(select id, publisher_id, '${COPIES[at]}' as what from nodes
        where publisher_id <> $1 and status <> 'NodeStatusDeleted' and ${condition}
        order by created_at limit ${FOUND_MAX})`,
    );
    return this.rows(scope, arms.join(' union all '), [publisherId, name, author, repository, description]);
  }

  /** Another publisher whose id has the same letters, with other dashes. */
  async findTwinPublisher(scope: StatementScope, id: string): Promise<string | undefined> {
    const row = await this.row<{ id: string }>(
      scope,
      `select id from publishers where replace(id, '-', '') = replace($1, '-', '') and id <> $1
        order by created_at limit 1`,
      [id],
    );
    return row?.id;
  }
}

/** An address without its protocol and its end, as `ix_nodes_repository` keeps it. */
function repositoryKey(address: string): string {
  return `md5(rtrim(regexp_replace(lower(${address}), '^https?://(www[.])?|[.]git/*$', '', 'g'), '/'))`;
}
