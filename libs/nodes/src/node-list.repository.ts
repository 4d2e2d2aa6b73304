import { Injectable } from '@nestjs/common';
import { beginningWith, Conditions, Repository, type StatementScope } from '#libs/platform/database';
import { COUNTED_ROWS_MAX, listPage, type ListPage, type ListPlace, listTotal } from '#libs/platform/http';
import { canonicalAccelerator, canonicalOs } from '#libs/search';
import type { NodeStatus } from './node.entity.js';

/** Which nodes to list, by id. Absent conditions do not restrict. */
export type NodeListFilter = {
  /** The beginning of the id; letter case does not matter. */
  idPrefix?: string | undefined;
  publisherId?: string | undefined;
  tag?: string | undefined;
  supportedOs?: string | undefined;
  supportedAccelerator?: string | undefined;
  statuses: readonly NodeStatus[];
  showsBannedPublishers: boolean;
  needsReview: boolean;
};

/** Reads lists of nodes, as pages of lower-case ids. */
@Injectable()
export class NodeListRepository extends Repository {
  async list(scope: StatementScope, filter: NodeListFilter, place: ListPlace): Promise<ListPage<string>> {
    const { text, parameters } = nodeListStatement(filter, place);
    const row = await this.row<{ ids: string[]; total: number }>(scope, text, parameters);
    return listPage(place, row?.ids ?? [], (id) => [id], place.counted ?? listTotal(row?.total ?? 0));
  }
}

/**
 * Without a cursor, one scan finds the rows of all pages that are kept; the page and the total are read from what it found.
 * After a cursor, which knows the total, it finds the page alone.
 */
export function nodeListStatement(
  filter: NodeListFilter,
  { page, limit, offset, after }: ListPlace,
): { text: string; parameters: unknown[] } {
  const conditions = conditionsOf(filter);
  if (after) conditions.add(`node.id_key > ${conditions.given(after[0])}`);
  const most = after ? limit + 1 : Math.max(COUNTED_ROWS_MAX, page * limit + 1);
  const text = `
    with found as materialized (
      select node.id_key from nodes node where ${conditions.text}
       order by node.id_key limit ${conditions.given(most)})
    select array(select id_key from found order by id_key
                 offset ${conditions.given(offset)} limit ${conditions.given(limit + 1)}) as ids,
           (select count(*) from found)::int as total`;
  return { text, parameters: conditions.parameters };
}

function conditionsOf(filter: NodeListFilter): Conditions {
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
  if (filter.tag !== undefined) conditions.add(`node.tags @> array[${conditions.given(filter.tag)}::text]`);
  if (filter.needsReview) conditions.add('node.review_reason is not null');
  if (!filter.showsBannedPublishers) {
    conditions.add(`exists (select from publishers publisher
      where publisher.id = node.publisher_id and publisher.status = 'PublisherStatusActive')`);
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
