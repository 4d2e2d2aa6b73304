import { Injectable } from '@nestjs/common';
import { insertInto, Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import { nodeConditions, type NodeListFilter } from '../node-list.repository.js';
import type { NodeAct } from '../node-moderation.js';
import type { Node } from '../node.entity.js';
import type { BulkAct } from './bulk-act.entity.js';

export type PlannedNode = Pick<Node, 'id' | 'name' | 'publisherId' | 'status' | 'quarantinedAt'>;
export type BulkActProgress = BulkAct & { total: number; done: number; failed: number };

/** The nodes that each act changes. */
const CHANGED_BY: Record<NodeAct, string> = {
  ban: `(node.status = 'NodeStatusActive' or node.status = 'NodeStatusBanned' and node.quarantined_at is not null)`,
  unban: `node.status = 'NodeStatusBanned' and node.quarantined_at is null`,
  quarantine: `node.status = 'NodeStatusActive'`,
  release: `node.status = 'NodeStatusBanned' and node.quarantined_at is not null`,
};

const PROGRESS = `
  select act.*, count(node.node_id)::int as total,
         count(*) filter (where node.is_settled and node.problem is null)::int as done,
         count(*) filter (where node.problem is not null)::int as failed
    from bulk_acts act left join bulk_act_nodes node on node.bulk_act_id = act.id`;

@Injectable()
export class BulkActsRepository extends Repository {
  /** The nodes of a filter that the act changes, by id. */
  async plan(
    scope: StatementScope,
    act: NodeAct,
    filter: NodeListFilter,
    limit: number,
  ): Promise<PlannedNode[]> {
    const conditions = nodeConditions(filter);
    return this.rows<PlannedNode>(
      scope,
      `select node.id, node.name, node.publisher_id, node.status, node.quarantined_at from nodes node
        where ${conditions.text} and ${CHANGED_BY[act]} order by node.id_key limit ${conditions.given(limit)}`,
      conditions.parameters,
    );
  }

  async insert(
    scope: TransactionScope,
    act: Omit<BulkAct, 'endedAt'>,
    nodeIds: readonly string[],
  ): Promise<void> {
    const { sql, values } = insertInto('bulk_acts', act);
    await this.rows(scope, sql, values);
    await this.rows(
      scope,
      'insert into bulk_act_nodes (bulk_act_id, node_id) select $1, * from unnest($2::text[])',
      [act.id, nodeIds],
    );
  }

  async find(scope: StatementScope, id: string): Promise<BulkActProgress | undefined> {
    return this.row<BulkActProgress>(scope, `${PROGRESS} where act.id = $1 group by act.id`, [id]);
  }

  /** The last ones, newest first. */
  async list(scope: StatementScope, limit: number): Promise<BulkActProgress[]> {
    return this.rows<BulkActProgress>(
      scope,
      `${PROGRESS} where act.id in (select id from bulk_acts order by id desc limit $1)
        group by act.id order by act.id desc`,
      [limit],
    );
  }

  async listFailures(scope: StatementScope, id: string): Promise<{ nodeId: string; problem: string }[]> {
    return this.rows(
      scope,
      'select node_id, problem from bulk_act_nodes where bulk_act_id = $1 and problem is not null order by node_id',
      [id],
    );
  }

  /** Nodes that are still to be changed, by id. */
  async listPending(scope: StatementScope, id: string, limit: number): Promise<string[]> {
    const rows = await this.rows<{ nodeId: string }>(
      scope,
      'select node_id from bulk_act_nodes where bulk_act_id = $1 and not is_settled order by node_id limit $2',
      [id, limit],
    );
    return rows.map(({ nodeId }) => nodeId);
  }

  /** Settles a node that is pending. @returns whether it was. */
  async settle(
    scope: StatementScope,
    id: string,
    nodeId: string,
    problem: string | null = null,
  ): Promise<boolean> {
    const rows = await this.rows(
      scope,
      `update bulk_act_nodes set is_settled = true, problem = $3
        where bulk_act_id = $1 and node_id = $2 and not is_settled returning node_id`,
      [id, nodeId, problem],
    );
    return rows.length > 0;
  }

  /** The node, locked until the transaction ends; undefined when the act does not change it any more. */
  async holdNode(scope: TransactionScope, act: NodeAct, nodeId: string): Promise<Node | undefined> {
    return this.row<Node>(
      scope,
      `select * from nodes node where id = $1 and ${CHANGED_BY[act]} for no key update`,
      [nodeId],
    );
  }

  /** Ends the run; nodes that are still pending fail. */
  async end(scope: StatementScope, id: string, problem: string): Promise<void> {
    await this.rows(
      scope,
      `with rest as (
         update bulk_act_nodes set is_settled = true, problem = $3 where bulk_act_id = $1 and not is_settled)
       update bulk_acts set ended_at = $2 where id = $1 and ended_at is null`,
      [id, this.clock.now(), problem],
    );
  }
}
