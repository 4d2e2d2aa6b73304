import { Injectable } from '@nestjs/common';
import {
  byProperty,
  type CursorQuery,
  filterText,
  type ListPage,
  listPlace,
  PageLinks,
  pageOffset,
  PageResponse,
  type Principal,
  requireAdminFor,
  setTotalHeader,
} from '#libs/platform/http';
import { PublisherBanned, PublisherRights } from '#libs/registry/publishers';
import { NodeSearch } from '#libs/registry/search';
import { NO_TRANSACTION } from '#libs/platform/database';
import type { ListNodesQuery, SearchNodesQuery } from './dto/node-query.request.js';
import type { NodeSearchPageResponse } from './dto/node-search.response.js';
import type { NodePageResponse, NodeResponse } from './dto/node.response.js';
import { NodeFacets } from './node-facets.js';
import { NodeHighlights } from './node-highlights.js';
import { NodeListRepository } from './node-list.repository.js';
import { NodeViews } from './node-views.js';
import { readSearchCursor, searchCursor, unknownSearchCursor } from './search-cursor.js';

const FURTHER = 'follow the link to the next page, or read everything from GET /changes?since=0';

@Injectable()
export class NodeListings {
  constructor(
    private readonly nodes: NodeSearch,
    private readonly lists: NodeListRepository,
    private readonly views: NodeViews,
    private readonly facets: NodeFacets,
    private readonly highlights: NodeHighlights,
    private readonly rights: PublisherRights,
    private readonly links: PageLinks,
  ) {}

  /**
   * A page of search results, best first, with a link to the next one.
   * @throws InvalidRequest past the last page that is kept, or for an invalid cursor; Unauthorized or Forbidden when someone
   * other than an admin asks for banned nodes.
   */
  async search(reader: Principal | undefined, query: SearchNodesQuery): Promise<NodeSearchPageResponse> {
    if (query.include_banned) requireAdminFor(reader, 'include_banned');
    const after = query.cursor === undefined ? undefined : readSearchCursor(query.cursor);
    if (after === undefined) pageOffset(query, FURTHER);
    const page = after?.page ?? query.page;
    const request = { ...byProperty(query), page, after };
    const found = await this.nodes.find(request);
    if (found.isLost) throw unknownSearchCursor();
    const id = found.ids.at(-1);
    const isLast =
      found.ids.length < query.limit || (found.totalIsExact && page * query.limit >= found.total);
    const nextCursor = id === undefined || isLast ? null : searchCursor({ ...found, id, page: page + 1 });
    if (nextCursor !== null) this.links.setNext(nextCursor);
    const list = { ...found, rows: found.ids, page, limit: query.limit, nextCursor };
    const { nodes, ...counts } = await this.page(reader, list);
    return {
      ...counts,
      nodes: query.highlights ? await this.highlights.mark(nodes, request, found.stage) : nodes,
      ...(query.facets ? { facets: await this.facets.count(request) } : {}),
    };
  }

  /** A page of nodes by id. @throws as `search`. */
  async list(reader: Principal | undefined, query: ListNodesQuery): Promise<NodePageResponse> {
    if (query.include_banned) requireAdminFor(reader, 'include_banned');
    if (query.needs_review) requireAdminFor(reader, 'needs_review');
    if (query.status !== undefined && query.status !== 'NodeStatusActive') requireAdminFor(reader, 'status');
    const place = listPlace(query, ['text']);
    const isOpen = query.include_banned || query.needs_review || query.status === 'NodeStatusBanned';
    const found = await this.lists.list(
      NO_TRANSACTION,
      {
        idPrefix: filterText(query.id_prefix),
        publisherId: filterText(query.publisher_id),
        tag: filterText(query.tag),
        supportedOs: query.supported_os,
        supportedAccelerator: query.supported_accelerator,
        statuses: query.status
          ? [query.status]
          : isOpen
            ? ['NodeStatusActive', 'NodeStatusBanned']
            : ['NodeStatusActive'],
        showsHidden: isOpen,
        needsReview: query.needs_review,
      },
      place,
    );
    return this.page(reader, found);
  }

  /**
   * A page of a publisher's nodes by id; its members and admins see banned ones too.
   * @throws PublisherNotFound; PublisherBanned for all but members and admins; InvalidRequest as `search`.
   */
  async listOfPublisher(
    reader: Principal | undefined,
    publisherId: string,
    query: CursorQuery,
  ): Promise<ListPage<NodeResponse>> {
    const place = listPlace(query, ['text']);
    const { publisher, role } = await this.rights.requireWithRole(NO_TRANSACTION, reader, publisherId);
    const isInside = role !== undefined;
    if (publisher.status === 'PublisherStatusBanned' && !isInside) throw new PublisherBanned();
    const found = await this.lists.list(
      NO_TRANSACTION,
      {
        publisherId,
        statuses: isInside ? ['NodeStatusActive', 'NodeStatusBanned'] : ['NodeStatusActive'],
        showsHidden: isInside,
        needsReview: false,
      },
      place,
    );
    return this.shown(reader, found);
  }

  private async page(reader: Principal | undefined, found: ListPage<string>): Promise<NodePageResponse> {
    const { rows: nodes, ...page } = await this.shown(reader, found);
    return { nodes, ...PageResponse.of(page) };
  }

  private async shown(
    reader: Principal | undefined,
    found: ListPage<string>,
  ): Promise<ListPage<NodeResponse>> {
    setTotalHeader(found);
    return { ...found, rows: await this.views.viewMany(reader, found.rows) };
  }
}
