import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { Forbidden } from '#libs/platform/errors';
import {
  ApiErrors,
  Authenticated,
  CurrentPrincipal,
  invalidFields,
  type Principal,
  PubliclyCached,
  Public,
  RequireScope,
} from '#libs/platform/http';
import { UserNotFound } from '#libs/accounts/users';
import {
  ChangeRoleRequest,
  InviteMemberRequest,
  MemberPath,
  PublisherPath,
} from './dto/publisher.request.js';
import { MemberResponse, MembershipResponse } from './dto/publisher.response.js';
import { MembersService } from './members.service.js';
import {
  LastOwner,
  MemberExists,
  MemberNotFound,
  NotYourInvitation,
  OWNER_ERRORS,
  PublisherBanned,
  PublisherLimitReached,
  PublisherNotFound,
} from './publisher.errors.js';
import { PublisherViews } from './publisher-views.js';
import { PublishersService } from './publishers.service.js';

@ApiTags('Publishers')
@Controller()
export class MembersController {
  constructor(
    private readonly members: MembersService,
    private readonly publishers: PublishersService,
    private readonly views: PublisherViews,
  ) {}

  /** The publishers that the caller belongs to or is invited to. */
  @Get('users/publishers')
  @Authenticated()
  async listOwnPublishers(@CurrentPrincipal() principal: Principal): Promise<MembershipResponse[]> {
    return this.views.memberships(principal);
  }

  /** The members of a publisher. Members and admins also see e-mail addresses and open invitations. */
  @Get('publishers/:publisherId/members')
  @Public()
  @PubliclyCached({ maxAgeSeconds: 60 })
  @ApiErrors(PublisherNotFound)
  async list(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { publisherId }: PublisherPath,
  ): Promise<MemberResponse[]> {
    const { members } = await this.views.showOne(principal, await this.publishers.require(publisherId));
    return members;
  }

  /**
   * Invites a user, who becomes a member by accepting. An invitation by e-mail address waits for the user who has that address
   * now or later; the reply does not reveal whether one exists. An admin may add a user without an invitation.
   */
  @Post('publishers/:publisherId/members')
  @RequireScope('registry:write')
  @ApiErrors(...OWNER_ERRORS, Forbidden, UserNotFound, MemberExists)
  async invite(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId }: PublisherPath,
    @Body() body: InviteMemberRequest,
  ): Promise<MemberResponse> {
    if ((body.user_id === undefined) === (body.email === undefined)) {
      throw invalidFields(['either user_id or email must be sent, and not both']);
    }
    const who = { userId: body.user_id, email: body.email };
    return MemberResponse.from(await this.members.invite(principal, publisherId, who, body), true);
  }

  /** Accepts the caller's own invitation. The rules of creating a publisher apply to a new owner. */
  @Post('publishers/:publisherId/members/:memberId/accept')
  @HttpCode(200)
  @RequireScope('registry:write')
  @ApiErrors(NotYourInvitation, PublisherBanned, PublisherLimitReached, MemberNotFound, MemberExists)
  async acceptMembership(
    @CurrentPrincipal() principal: Principal,
    @Param() path: MemberPath,
  ): Promise<MemberResponse> {
    const member = await this.members.accept(principal, path.publisherId, path.memberId);
    return {
      id: member.id,
      role: member.role,
      user: { id: principal.userId, name: principal.name, email: principal.email },
    };
  }

  /** Changes the role of a member. The rules of creating a publisher apply to a new owner, unless an admin makes the change. */
  @Put('publishers/:publisherId/members/:memberId')
  @RequireScope('registry:write')
  @ApiErrors(...OWNER_ERRORS, PublisherLimitReached, MemberNotFound, LastOwner)
  async changeMemberRole(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId, memberId }: MemberPath,
    @Body() { role }: ChangeRoleRequest,
  ): Promise<MemberResponse> {
    return MemberResponse.from(await this.members.changeRole(principal, publisherId, memberId, role), true);
  }

  /** Removes a member or an invitation. Members may leave, except the owner of a banned publisher. */
  @Delete('publishers/:publisherId/members/:memberId')
  @HttpCode(204)
  @RequireScope('registry:write')
  @ApiNoContentResponse({ description: 'The member was removed.' })
  @ApiErrors(...OWNER_ERRORS, MemberNotFound, LastOwner)
  async remove(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId, memberId }: MemberPath,
  ): Promise<void> {
    await this.members.remove(principal, publisherId, memberId);
  }
}
