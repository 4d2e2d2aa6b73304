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
  NotAMember,
  NotYourInvitation,
  OwnerRequired,
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

  /** Who belongs to a publisher. Members and admins also see e-mail addresses and open invitations. */
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
   * Invites a user, who accepts to become a member. An invitation by e-mail address waits for the user who has the address, or
   * will have it; the reply does not say whether there is one. An admin may add a user who need not accept.
   */
  @Post('publishers/:publisherId/members')
  @RequireScope('registry:write')
  @ApiErrors(
    NotAMember,
    OwnerRequired,
    PublisherBanned,
    Forbidden,
    PublisherNotFound,
    UserNotFound,
    MemberExists,
  )
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

  /** Accepts the caller's own invitation. Who becomes an owner is held to the rules of creating a publisher. */
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

  /** Gives a member another role. Who becomes an owner is held to the rules of creating a publisher, but by an admin's hand. */
  @Put('publishers/:publisherId/members/:memberId')
  @RequireScope('registry:write')
  @ApiErrors(
    NotAMember,
    OwnerRequired,
    PublisherBanned,
    PublisherLimitReached,
    PublisherNotFound,
    MemberNotFound,
    LastOwner,
  )
  async changeMemberRole(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId, memberId }: MemberPath,
    @Body() { role }: ChangeRoleRequest,
  ): Promise<MemberResponse> {
    return MemberResponse.from(await this.members.changeRole(principal, publisherId, memberId, role), true);
  }

  /** Removes a member or an invitation; members may leave by themselves, but the owner of a banned publisher may not. */
  @Delete('publishers/:publisherId/members/:memberId')
  @HttpCode(204)
  @RequireScope('registry:write')
  @ApiNoContentResponse({ description: 'The member is gone.' })
  @ApiErrors(NotAMember, OwnerRequired, PublisherBanned, PublisherNotFound, MemberNotFound, LastOwner)
  async remove(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId, memberId }: MemberPath,
  ): Promise<void> {
    await this.members.remove(principal, publisherId, memberId);
  }
}
