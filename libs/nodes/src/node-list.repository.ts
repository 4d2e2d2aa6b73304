import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope } from '#libs/platform/database';
import { LISTED_ROWS_MAX, type ListTotal, listTotal } from '#libs/platform/http';
import { canonicalAccelerator, canonicalOs } from '#libs/search';
import type { NodeStatus } from './node.entity.js';

/** Which nodes to list, by id. Absent conditions do not restrict. */
export type NodeListFilter = {
  publisherId?: string | undefined;
  tag?: string | undefined;
  supportedOs?: string | undefined;
  supportedAccelerator?: string | undefined;
  statuses: readonly NodeStatus[];
  showsBannedPublishers: boolean;
  needsReview: boolean;
};

/** A page of lower-case ids. `total` counts up to the bound. */
export type NodeList = { ids: string[] } & ListTotal;

/** Reads lists of nodes. The conditions are put together for each request, so that each list uses its own index. */
@Injectable()
export class NodeListRepository extends Repository {
  async list(scope: StatementScope, filter: NodeListFilter, page: number, limit: number): Promise<NodeList> {
    const { text, parameters } = nodeListStatement(filter, page, limit);
    const row = await this.row<{ ids: string[]; total: number }>(scope, text, parameters);
    return { ids: row?.ids ?? [], ...listTotal(row?.total ?? 0) };
  }
}

/** One scan finds the rows of all pages that are kept; the page and the total are read from what it found. */
export function nodeListStatement(
  filter: NodeListFilter,
  page: number,
  limit: number,
): { text: string; parameters: unknown[] } {
  const parameters: unknown[] = [];
  const given = (value: unknown): string => `$${parameters.push(value)}`;
  const text = `
    with found as materialized (
      select node.id_key from nodes node where ${conditionsOf(filter, given).join(' and ')}
       order by node.id_key limit ${given(Math.max(LISTED_ROWS_MAX + 1, page * limit))})
    select array(select id_key from found order by id_key
                 offset ${given((page - 1) * limit)} limit ${given(limit)}) as ids,
           (select count(*) from found)::int as total`;
  return { text, parameters };
}

function conditionsOf(filter: NodeListFilter, given: (value: unknown) => string): string[] {
  const conditions = [`node.status = any(${given(filter.statuses)})`];
  if (filter.publisherId !== undefined) conditions.push(`node.publisher_id = ${given(filter.publisherId)}`);
  if (filter.tag !== undefined) conditions.push(`node.tags @> array[${given(filter.tag)}::text]`);
  if (filter.needsReview) conditions.push('node.review_reason is not null');
  if (!filter.showsBannedPublishers) {
    conditions.push(`exists (select from publishers publisher
      where publisher.id = node.publisher_id and publisher.status = 'PublisherStatusActive')`);
  }
  const platforms = [
    { column: 'os', name: canonicalOs(filter.supportedOs ?? '') },
    { column: 'accelerators', name: canonicalAccelerator(filter.supportedAccelerator ?? '') },
  ].filter(({ name }) => name !== '');
  for (const { column, name } of platforms) {
    conditions.push(`exists (select from node_search found
      where found.id = node.id_key and (found.${column} is null or ${given(name)} = any(found.${column})))`);
  }
  return conditions;
}
