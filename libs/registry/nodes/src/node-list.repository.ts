import { Injectable } from '@nestjs/common';
import { beginningWith, Conditions, Repository, type StatementScope } from '#libs/platform/database';
import { listPage, type ListPage, type ListPlace } from '#libs/platform/http';
import { canonicalAccelerator, canonicalOs } from '#libs/registry/search';
import type { NodeStatus } from './node.entity.js';

/** Which nodes to list, by id. Absent conditions do not restrict. */
export type NodeListFilter = {
  /** Prefix of the id; letter case does not matter. */
  idPrefix?: string | undefined;
  /** Ids in lower case. */
  ids?: readonly string[] | undefined;
  publisherId?: string | undefined;
  tag?: string | undefined;
  supportedOs?: string | undefined;
  supportedAccelerator?: string | undefined;
  statuses: readonly NodeStatus[];
  /** Whether those of banned publishers, and those that wait for a review, are listed. */
  showsHidden: boolean;
  needsReview: boolean;
};

@Injectable()
export class NodeListRepository extends Repository {
  async list(scope: StatementScope, filter: NodeListFilter, place: ListPlace): Promise<ListPage<string>> {
    const { text, parameters } = nodeListStatement(filter, place);
    const row = await this.row<{ ids: string[]; total: number }>(scope, text, parameters);
    const counted = place.counted ?? { total: row?.total ?? 0, totalIsExact: true };
    return listPage(place, row?.ids ?? [], (id) => [id], counted);
  }
}

/**
 * With a cursor, which carries the total, only the page is read. The public list without conditions is read from the block
 * that holds the page. Any other list is read in one scan, which also counts it.
 */
export function nodeListStatement(
  filter: NodeListFilter,
  { limit, offset, after }: ListPlace,
): { text: string; parameters: unknown[] } {
  const conditions = nodeConditions(filter);
  if (after === undefined && isPublicList(filter)) {
    const parameters = [...conditions.parameters, offset, limit + 1];
    return { text: pageOfBlocks(conditions.text, conditions.parameters.length), parameters };
  }
  if (after) conditions.add(`node.id_key > ${conditions.given(after[0])}`);
  const page = `order by id_key offset ${conditions.given(offset)} limit ${conditions.given(limit + 1)}`;
  const text = after
    ? `select array(select node.id_key from nodes node where ${conditions.text} ${page}) as ids`
    : `with found as materialized (select node.id_key from nodes node where ${conditions.text})
       select array(select id_key from found ${page}) as ids, (select count(*) from found)::int as total`;
  return { text, parameters: conditions.parameters };
}

/** Whether `sql/node-list.sql` counts exactly these nodes. */
function isPublicList({ statuses, showsHidden, needsReview, ...others }: NodeListFilter): boolean {
  const isOpen = showsHidden || needsReview || statuses.join() !== 'NodeStatusActive';
  return !isOpen && Object.values(others).every((condition) => (condition ?? '') === '');
}

/** The page after an offset; `before` parameters come first, then the page's two. Each block knows how many nodes precede it. */
function pageOfBlocks(condition: string, before: number): string {
  const [offset, limit] = [`$${before + 1}`, `$${before + 2}`];
  return `
    with counted as materialized (
      select '' as id_key, 0 as nodes, true as is_block
      union all select id_key, nodes, true from node_list_blocks
      union all select id_key, nodes, false from node_list_changes),
    blocks as (
      select id_key, is_block, coalesce(
        sum(nodes) over (order by id_key groups between unbounded preceding and 1 preceding), 0) as nodes_before
      from counted),
    block as materialized (
      select id_key, nodes_before from blocks where is_block and nodes_before <= ${offset}::bigint
       order by id_key desc limit 1)
    select array(
        select node.id_key from nodes node where ${condition} and node.id_key >= (select id_key from block)
         order by node.id_key offset ${offset}::bigint - (select nodes_before from block)::bigint limit ${limit}) as ids,
      (select sum(nodes) from counted)::int as total`;
}

/** On `nodes node`. */
export function nodeConditions(filter: NodeListFilter): Conditions {
  const conditions = new Conditions();
  const [status, ...otherStatuses] = filter.statuses;
  conditions.add(
    otherStatuses.length === 0
      ? `node.status = ${conditions.given(status)}`
      : `node.status = any(${conditions.given(filter.statuses)})`,
  );
  if (filter.publisherId !== undefined)
    conditions.add(`node.publisher_id = ${conditions.given(filter.publisherId)}`);
  if (filter.idPrefix !== undefined)
    conditions.add(`node.id_key like ${conditions.given(beginningWith(filter.idPrefix.toLowerCase()))}`);
  if (filter.ids !== undefined) conditions.add(`node.id_key = any(${conditions.given(filter.ids)}::text[])`);
  if (filter.tag !== undefined) conditions.add(`node.tags @> array[${conditions.given(filter.tag)}::text]`);
  if (filter.needsReview) conditions.add('node.review_reason is not null');
  if (!filter.showsHidden) {
    conditions.add('node.review_reason is null');
    conditions.add(
      `node.publisher_id <> all(array(
        select id from publishers where status = 'PublisherStatusBanned'
        union all select id from publishers where review_reason is not null))`,
    );
  }
  const platforms = [
    { column: 'os', name: canonicalOs(filter.supportedOs ?? '') },
    { column: 'accelerators', name: canonicalAccelerator(filter.supportedAccelerator ?? '') },
  ].filter(({ name }) => name !== '');
  for (const { column, name } of platforms) {
    conditions.add(`exists (select from node_search found
      where found.id = node.id_key and (found.${column} is null or ${conditions.given(name)} = any(found.${column})))`);
  }
  return conditions;
}
