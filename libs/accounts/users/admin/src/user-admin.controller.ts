import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import {
  AdminOnly,
  ApiErrors,
  ApiListTotal,
  CurrentPrincipal,
  filterText,
  listPlace,
  PageResponse,
  type Principal,
  PublicAddress,
  setTotalHeader,
} from '#libs/platform/http';
import {
  EmailTaken,
  LastAdmin,
  NamedByIssuer,
  type User,
  UserInvitations,
  UserNotFound,
  UsersService,
  UserStillNeeded,
  UserSuspended,
} from '#libs/accounts/users';
import { CreateUserRequest, ListUsersQuery, UpdateUserRequest, UserPath } from './dto/user.request.js';
import {
  CreatedUserResponse,
  InvitationResponse,
  UserListResponse,
  UserResponse,
} from './dto/user.response.js';
import { UserAdminService } from './user-admin.service.js';

@ApiTags('Admin')
@AdminOnly()
@Controller('admin/users')
export class UserAdminController {
  constructor(
    private readonly admin: UserAdminService,
    private readonly users: UsersService,
    private readonly invitations: UserInvitations,
    private readonly address: PublicAddress,
  ) {}

  /** The users, newest first. */
  @Get()
  @ApiListTotal()
  async list(@Query() query: ListUsersQuery): Promise<UserListResponse> {
    const { search, pending, suspended } = query;
    const filter = { search: filterText(search), isPending: pending, isSuspended: suspended };
    const place = listPlace(query, ['uuid'], 'narrow them by search');
    const { rows, ...page } = await this.users.list(filter, place);
    setTotalHeader(page);
    return { users: await this.show(rows), ...PageResponse.of(page) };
  }

  /** Creates a user, and an invitation that the person exchanges for a first token within 7 days. */
  @Post()
  @ApiErrors(EmailTaken)
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateUserRequest,
  ): Promise<CreatedUserResponse> {
    const { user, invitation } = await this.admin.create(principal, body);
    return {
      ...UserResponse.from(user, invitation.expiresAt),
      invitation: InvitationResponse.from(invitation, this.address.url),
    };
  }

  /** One user; of a deleted one only the time of deletion. */
  @Get(':userId')
  @ApiErrors(UserNotFound)
  async get(@Param() { userId }: UserPath): Promise<UserResponse> {
    return this.showOne(await this.users.requireEver(userId));
  }

  /** Renames, approves or suspends a user, or grants or withdraws the admin role. The last admin keeps it. */
  @Put(':userId')
  @ApiErrors(UserNotFound, LastAdmin, EmailTaken, NamedByIssuer)
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param() { userId }: UserPath,
    @Body() { reason, ...change }: UpdateUserRequest,
  ): Promise<UserResponse> {
    return this.showOne(await this.admin.change(principal, userId, change, reason));
  }

  /** Deletes a user with all personal data. Tasks, publishers and the audit log keep a nameless reference. */
  @Delete(':userId')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The user was deleted.' })
  @ApiErrors(UserNotFound, LastAdmin, UserStillNeeded)
  async delete(@CurrentPrincipal() principal: Principal, @Param() { userId }: UserPath): Promise<void> {
    await this.admin.delete(principal, userId);
  }

  /** Creates a new invitation for a person who lost the code or every token. The previous code stops working. */
  @Post(':userId/invitation')
  @ApiErrors(UserNotFound, UserSuspended)
  async invite(
    @CurrentPrincipal() principal: Principal,
    @Param() { userId }: UserPath,
  ): Promise<InvitationResponse> {
    return InvitationResponse.from(await this.admin.invite(principal, userId), this.address.url);
  }

  private async show(users: readonly User[]): Promise<UserResponse[]> {
    const open = await this.invitations.openOf(users.map(({ id }) => id));
    return users.map((user) => UserResponse.from(user, open.get(user.id)));
  }

  private async showOne(user: User): Promise<UserResponse> {
    const open = await this.invitations.openOf([user.id]);
    return UserResponse.from(user, open.get(user.id));
  }
}
