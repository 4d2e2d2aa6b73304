import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { NO_TRANSACTION } from '#libs/platform/database';
import { ApiErrors, Authenticated, CurrentPrincipal, type Principal } from '#libs/platform/http';
import { PublisherActivityResponse } from './dto/publisher-activity.response.js';
import {
  NotAMember,
  PublisherNotFound,
  PublisherPath,
  PublisherRights,
  TokenBoundElsewhere,
} from '#libs/registry/publishers';
import { PublisherActivityRepository } from './publisher-activity.repository.js';

@ApiTags('Publishers')
@Controller('publishers/:publisherId/activity')
export class PublisherActivityController {
  constructor(
    private readonly rights: PublisherRights,
    private readonly activity: PublisherActivityRepository,
  ) {}

  /** How much a publisher has published, and what became of it. For members and admins. */
  @Get()
  @Authenticated()
  @ApiErrors(NotAMember, PublisherNotFound, TokenBoundElsewhere)
  async getPublisherActivity(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId }: PublisherPath,
  ): Promise<PublisherActivityResponse> {
    await this.rights.requireMembersView(principal, publisherId);
    return PublisherActivityResponse.from(await this.activity.read(NO_TRANSACTION, publisherId));
  }
}
