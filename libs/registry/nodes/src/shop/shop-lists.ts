import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION } from '#libs/platform/database';
import { cursorPage, cursorText, cursorValues, invalidFields, type Principal } from '#libs/platform/http';
import { NodesService } from '../nodes.service.js';
import { NodeViews } from '../node-views.js';
import { DependentListResponse, RisingNodeListResponse } from './shop-lists.response.js';
import { ShopListsRepository } from './shop-lists.repository.js';

/** Lists for the pages of the registry. */
@Injectable()
export class ShopLists {
  constructor(
    private readonly lists: ShopListsRepository,
    private readonly nodes: NodesService,
    private readonly views: NodeViews,
  ) {}

  /** The nodes that rise most. */
  async listRising(limit: number): Promise<RisingNodeListResponse> {
    const rising = await this.lists.listRising(NO_TRANSACTION, limit);
    const shown = await this.views.viewMany(
      undefined,
      rising.map(({ nodeId }) => nodeId),
    );
    const views = new Map(shown.map((node) => [node.id, node]));
    return {
      nodes: rising.flatMap(({ nodeId, downloadsWeek, downloadsWeekBefore }) => {
        const node = views.get(nodeId);
        if (!node) return [];
        return [{ node, downloads_week: downloadsWeek, downloads_week_before: downloadsWeekBefore }];
      }),
    };
  }

  /** The nodes whose latest version needs this one as a Python package. @throws what `NodesService.requireVisible` throws. */
  async listDependents(
    principal: Principal | undefined,
    nodeId: string,
    cursor: string | undefined,
    limit: number,
  ): Promise<DependentListResponse> {
    const { idKey } = await this.nodes.requireVisible(principal, nodeId);
    const name = idKey.replace(/[-_.]+/g, '-');
    const found = await this.lists.listDependents(NO_TRANSACTION, name, keyOf(cursor), limit + 1);
    const { rows, next_cursor } = cursorPage(found, limit, (last) => cursorText([last.idKey]));
    const views = await this.views.viewMany(
      undefined,
      rows.map((row) => row.nodeId),
    );
    const requirements = new Map(rows.map((row) => [row.nodeId, row.requirement]));
    return {
      dependents: views.map((node) => ({ node, requirement: requirements.get(node.id) ?? '' })),
      next_cursor,
    };
  }
}

function keyOf(cursor: string | undefined): string {
  if (cursor === undefined) return '';
  const [key] = cursorValues(cursor);
  if (typeof key === 'string') return key;
  throw invalidFields(['cursor must be the next_cursor of a page; start again without it']);
}
