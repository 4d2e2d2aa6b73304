import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import { Forbidden, InvalidRequest, Unauthorized } from '#libs/platform/errors';
import {
  AdminOnly,
  ApiErrors,
  CurrentPrincipal,
  filterText,
  pageOffset,
  type Principal,
  PublicAddress,
} from '#libs/platform/http';
import {
  EmailTaken,
  LastAdmin,
  NamedByIssuer,
  type User,
  UserNotFound,
  UserStillNeeded,
  UserSuspended,
} from '#libs/users';
import { CreateUserRequest, ListUsersQuery, UpdateUserRequest, UserPath } from './dto/user.request.js';
import {
  CreatedUserResponse,
  InvitationResponse,
  UserListResponse,
  UserResponse,
} from './dto/user.response.js';
import { UserAdminService } from './user-admin.service.js';

@ApiTags('Admin')
@ApiBearerAuth()
@AdminOnly()
@ApiErrors(InvalidRequest, Unauthorized, Forbidden)
@Controller('admin/users')
export class UserAdminController {
  constructor(
    private readonly users: UserAdminService,
    private readonly address: PublicAddress,
  ) {}

  /** The users, newest first. */
  @Get()
  @ApiOkResponse({ type: UserListResponse })
  async list(@Query() query: ListUsersQuery): Promise<UserListResponse> {
    const { search, pending, suspended, page, limit } = query;
    const offset = pageOffset({ page, limit }, 'narrow them by search');
    const filter = { search: filterText(search), isPending: pending, isSuspended: suspended };
    const { users, total } = await this.users.list(filter, offset, limit);
    return { users: await this.show(users), page, limit, total, totalPages: Math.ceil(total / limit) };
  }

  /** Makes a user, and an invitation that the person turns into a first token within 7 days. */
  @Post()
  @ApiCreatedResponse({ type: CreatedUserResponse })
  @ApiErrors(EmailTaken)
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateUserRequest,
  ): Promise<CreatedUserResponse> {
    const { user, invitation } = await this.users.create(principal, body);
    return {
      ...UserResponse.from(user, invitation.expiresAt),
      invitation: InvitationResponse.from(invitation, this.address.url),
    };
  }

  /** One user; of a deleted one only when that was. */
  @Get(':userId')
  @ApiOkResponse({ type: UserResponse })
  @ApiErrors(UserNotFound)
  async get(@Param() { userId }: UserPath): Promise<UserResponse> {
    return this.showOne(await this.users.get(userId));
  }

  /** Renames, approves or suspends a user, makes one an admin, or takes it back. The last admin stays one. */
  @Put(':userId')
  @ApiOkResponse({ type: UserResponse })
  @ApiErrors(UserNotFound, LastAdmin, EmailTaken, NamedByIssuer)
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param() { userId }: UserPath,
    @Body() { reason, ...change }: UpdateUserRequest,
  ): Promise<UserResponse> {
    return this.showOne(await this.users.change(principal, userId, change, reason));
  }

  /** Deletes a user with everything personal. Tasks, publishers and the audit log keep a nameless trace. */
  @Delete(':userId')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The user is gone.' })
  @ApiErrors(UserNotFound, LastAdmin, UserStillNeeded)
  async delete(@CurrentPrincipal() principal: Principal, @Param() { userId }: UserPath): Promise<void> {
    await this.users.delete(principal, userId);
  }

  /** Makes a new invitation for a person who lost the code or every token. The code before it ends. */
  @Post(':userId/invitation')
  @ApiCreatedResponse({ type: InvitationResponse })
  @ApiErrors(UserNotFound, UserSuspended)
  async invite(
    @CurrentPrincipal() principal: Principal,
    @Param() { userId }: UserPath,
  ): Promise<InvitationResponse> {
    return InvitationResponse.from(await this.users.invite(principal, userId), this.address.url);
  }

  private async show(users: readonly User[]): Promise<UserResponse[]> {
    const open = await this.users.openInvitations(users);
    return users.map((user) => UserResponse.from(user, open.get(user.id)));
  }

  private async showOne(user: User): Promise<UserResponse> {
    const open = await this.users.openInvitations([user]);
    return UserResponse.from(user, open.get(user.id));
  }
}
