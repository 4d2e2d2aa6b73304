import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm';
import { insertInto, Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import { Node } from './node.entity.js';

/** A node to be added; absent columns get their defaults. */
type NewNode = Pick<Node, 'id' | 'idKey' | 'lookAlikeKey' | 'publisherId' | 'name'> & Partial<Node>;

/** Columns that change after the insert. */
export type NodeChange = Partial<Omit<Node, 'id' | 'idKey' | 'lookAlikeKey' | 'createdAt'>>;

/** Statements that write the tables `nodes` and `node_reviews`, and those that writers need to read. */
@Injectable()
export class NodesRepository extends Repository {
  /** By id without regard to letter case, whatever its status. */
  async find(scope: StatementScope, id: string): Promise<Node | undefined> {
    return this.row<Node>(scope, 'select * from nodes where id_key = $1', [id.toLowerCase()]);
  }

  /** The names of nodes by their ids, as stored. */
  async namesOf(scope: StatementScope, ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.rows<Pick<Node, 'id' | 'name'>>(
      scope,
      'select id, name from nodes where id_key = any($1)',
      [ids.map((id) => id.toLowerCase())],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** How many active nodes publishers have, and their downloads. */
  async figuresOf(
    scope: StatementScope,
    publisherIds: readonly string[],
  ): Promise<Map<string, { nodes: number; downloads: number }>> {
    const rows = await this.rows<{ publisherId: string; nodes: number; downloads: number }>(
      scope,
      `select publisher_id, count(*)::int as nodes, sum(downloads)::float8 as downloads from nodes
        where publisher_id = any($1) and status = 'NodeStatusActive' group by publisher_id`,
      [publisherIds],
    );
    return new Map(rows.map(({ publisherId, ...figures }) => [publisherId, figures]));
  }

  /** As `find`, with the row locked until the transaction ends. */
  async findForUpdate(scope: TransactionScope, id: string): Promise<Node | undefined> {
    return this.row<Node>(scope, 'select * from nodes where id_key = $1 for no key update', [
      id.toLowerCase(),
    ]);
  }

  /** As `findForUpdate`; the reason to review its publisher is the node's, too. */
  async hold(scope: TransactionScope, id: string): Promise<Node | undefined> {
    return this.row<Node>(
      scope,
      `select node.*, coalesce(node.review_reason, publisher.review_reason) as review_reason
         from nodes node join publishers publisher on publisher.id = node.publisher_id
        where node.id_key = $1 for no key update of node`,
      [id.toLowerCase()],
    );
  }

  /** A publisher's nodes, deleted ones left out. */
  async listOfPublisher(
    scope: TransactionScope,
    publisherId: string,
  ): Promise<Pick<Node, 'id' | 'status' | 'reviewReason'>[]> {
    return this.rows(
      scope,
      `select id, status, review_reason from nodes
        where publisher_id = $1 and status <> 'NodeStatusDeleted' order by id`,
      [publisherId],
    );
  }

  /** Adds a node; undefined when its id is in use, also when another transaction adds it at the same moment. */
  async insertIfAbsent(scope: TransactionScope, node: NewNode): Promise<Node | undefined> {
    const { sql, values } = insertInto('nodes', node);
    return this.row<Node>(scope, `${sql} on conflict (id_key) do nothing returning *`, values);
  }

  async update(scope: TransactionScope, id: string, change: NodeChange): Promise<void> {
    await this.manager(scope).update(Node, { id }, {
      ...change,
      updatedAt: this.clock.now(),
    } as QueryDeepPartialEntity<Node>);
  }

  /** Locks the nodes until the transaction ends. */
  async holdMany(scope: TransactionScope, ids: readonly string[]): Promise<void> {
    await this.rows(scope, 'select from nodes where id = any($1) order by id for no key update', [ids]);
  }

  /** Stores one rating per user and updates the node's sum and count. The caller holds the node's row. */
  async rate(scope: TransactionScope, nodeId: string, userId: string, star: number): Promise<void> {
    await this.rows(
      scope,
      `with former as (select star from node_reviews where node_id = $1 and user_id = $2),
       written as (
         insert into node_reviews (node_id, user_id, star) values ($1, $2, $3)
         on conflict (node_id, user_id) do update set star = excluded.star, updated_at = now())
       update nodes set
         rating_sum = rating_sum + $3 - coalesce((select star from former), 0),
         rating_count = rating_count + case when exists (select from former) then 0 else 1 end
        where id = $1`,
      [nodeId, userId, star],
    );
  }
}
