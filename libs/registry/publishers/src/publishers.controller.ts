import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { Forbidden } from '#libs/platform/errors';
import {
  AdminOnly,
  ApiErrors,
  ApiListTotal,
  ApiPageLinks,
  CurrentPrincipal,
  filterText,
  listPlace,
  PageLinks,
  type Principal,
  PubliclyCached,
  Public,
  requireAdminFor,
  RequireScope,
  setTotalHeader,
} from '#libs/platform/http';
import { UserNotFound, UserSuspended } from '#libs/accounts/users';
import {
  CreatePublisherRequest,
  ListPublishersQuery,
  BanRequest,
  ModerationRequest,
  PublisherPath,
  TransferPublisherRequest,
  UpdatePublisherRequest,
  ValidatePublisherQuery,
} from './dto/publisher.request.js';
import {
  ListedPublisherResponse,
  PublisherIdCheckResponse,
  PublisherResponse,
} from './dto/publisher.response.js';
import {
  ApprovalRequired,
  HeirNotMember,
  OWNER_ERRORS,
  PublisherBanned,
  PublisherHasNodes,
  PublisherLimitReached,
  PublisherNotFound,
  PublisherTaken,
} from './publisher.errors.js';
import { publisherIdProblem } from './publisher-id.js';
import { PublisherTransfers } from './publisher-transfers.js';
import { PublisherViews } from './publisher-views.js';
import { publisherFields } from './publisher-fields.js';
import { PublishersService } from './publishers.service.js';

@ApiTags('Publishers')
@Controller('publishers')
export class PublishersController {
  constructor(
    private readonly publishers: PublishersService,
    private readonly views: PublisherViews,
    private readonly transfers: PublisherTransfers,
    private readonly links: PageLinks,
  ) {}

  /** Creates a publisher that belongs to the caller. */
  @Post()
  @RequireScope('registry:write')
  @ApiErrors(Forbidden, ApprovalRequired, PublisherBanned, PublisherLimitReached, PublisherTaken)
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body() { id, ...fields }: CreatePublisherRequest,
  ): Promise<PublisherResponse> {
    return this.views.showOne(
      principal,
      await this.publishers.create(principal, id, publisherFields(fields)),
    );
  }

  /** The publishers, by id. */
  @Get()
  @Public()
  @PubliclyCached({ maxAgeSeconds: 60 })
  @ApiPageLinks()
  @ApiListTotal()
  @ApiErrors(Forbidden)
  async list(
    @CurrentPrincipal() principal: Principal | undefined,
    @Query() { search, status, orphaned, stale, ...query }: ListPublishersQuery,
  ): Promise<ListedPublisherResponse[]> {
    if (orphaned) requireAdminFor(principal, 'orphaned');
    if (stale) requireAdminFor(principal, 'stale');
    const place = listPlace(query, ['text'], 'read everything from GET /changes?since=0');
    const filter = { search: filterText(search), status, orphaned, stale };
    const page = await this.publishers.list(filter, place);
    this.links.set(page);
    setTotalHeader(page);
    return this.views.list(principal, page.rows);
  }

  /** Whether an id may be used for a new publisher. */
  @Get('validate')
  @Public()
  async validatePublisherId(
    @Query() { username }: ValidatePublisherQuery,
  ): Promise<PublisherIdCheckResponse> {
    const problem = publisherIdProblem(username);
    if (problem) return { isAvailable: false, reason: `username ${problem}` };
    const known = await this.publishers.find(username);
    return known ? { isAvailable: false, reason: 'username is taken' } : { isAvailable: true };
  }

  /** One publisher. */
  @Get(':publisherId')
  @Public()
  @PubliclyCached({ maxAgeSeconds: 60 })
  @ApiErrors(PublisherNotFound)
  async get(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { publisherId }: PublisherPath,
  ): Promise<PublisherResponse> {
    return this.views.showOne(principal, await this.publishers.require(publisherId));
  }

  /** Changes the fields given. Read-only fields that are sent back are ignored. */
  @Put(':publisherId')
  @RequireScope('registry:write')
  @ApiErrors(...OWNER_ERRORS, Forbidden)
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId }: PublisherPath,
    @Body() body: UpdatePublisherRequest,
  ): Promise<PublisherResponse> {
    return this.views.showOne(
      principal,
      await this.publishers.update(principal, publisherId, publisherFields(body)),
    );
  }

  /** Removes a publisher that has no nodes. */
  @Delete(':publisherId')
  @HttpCode(204)
  @RequireScope('registry:write')
  @ApiNoContentResponse({ description: 'The publisher was deleted.' })
  @ApiErrors(...OWNER_ERRORS, PublisherHasNodes)
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId }: PublisherPath,
  ): Promise<void> {
    await this.publishers.delete(principal, publisherId);
  }

  /**
   * Makes a user the only owner; the previous owners become members. An owner can give the publisher to one of its members, an
   * admin to any user.
   */
  @Post(':publisherId/transfer')
  @HttpCode(200)
  @RequireScope('registry:write')
  @ApiErrors(...OWNER_ERRORS, PublisherLimitReached, UserSuspended, UserNotFound, HeirNotMember)
  async transfer(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId }: PublisherPath,
    @Body() { user_id, reason }: TransferPublisherRequest,
  ): Promise<PublisherResponse> {
    const publisher = await this.transfers.transfer(principal, publisherId, user_id, reason);
    return this.views.showOne(principal, publisher);
  }

  /** Bans a publisher: it cannot write, and its nodes are hidden. */
  @Post(':publisherId/ban')
  @HttpCode(200)
  @AdminOnly()
  @ApiErrors(PublisherNotFound)
  async ban(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId }: PublisherPath,
    @Body() { reason }: BanRequest,
  ): Promise<PublisherResponse> {
    return this.views.showOne(principal, await this.publishers.ban(principal, publisherId, reason));
  }

  /** Lifts a ban; exactly what was visible before is visible again. */
  @Post(':publisherId/unban')
  @HttpCode(200)
  @AdminOnly()
  @ApiErrors(PublisherNotFound)
  async unban(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId }: PublisherPath,
    @Body() { reason }: ModerationRequest,
  ): Promise<PublisherResponse> {
    return this.views.showOne(principal, await this.publishers.unban(principal, publisherId, reason));
  }
}
