import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Forbidden, InvalidRequest, Unauthorized } from '#libs/platform/errors';
import { AdminOnly, ApiErrors, CurrentPrincipal, pageOffset, type Principal } from '#libs/platform/http';
import { LastAdmin, UserNotFound } from '#libs/users';
import { ListUsersQuery, UpdateUserRequest, UserPath } from './dto/user.request.js';
import { UserListResponse, UserResponse } from './dto/user.response.js';
import { UserAdminService } from './user-admin.service.js';

@ApiTags('Admin')
@ApiBearerAuth()
@AdminOnly()
@Controller('admin/users')
export class UserAdminController {
  constructor(private readonly users: UserAdminService) {}

  /** The users, newest first. */
  @Get()
  @ApiOkResponse({ type: UserListResponse })
  @ApiErrors(InvalidRequest, Unauthorized, Forbidden)
  async list(@Query() { search, page, limit }: ListUsersQuery): Promise<UserListResponse> {
    const offset = pageOffset({ page, limit }, 'narrow them by search');
    const { users, total } = await this.users.list(search, offset, limit);
    const shown = users.map((user) => UserResponse.from(user));
    return { users: shown, page, limit, total, totalPages: Math.ceil(total / limit) };
  }

  /** Approves a user, or makes one an admin, or takes either back. The last admin keeps the flag. */
  @Put(':userId')
  @ApiOkResponse({ type: UserResponse })
  @ApiErrors(InvalidRequest, Unauthorized, Forbidden, UserNotFound, LastAdmin)
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param() { userId }: UserPath,
    @Body() { reason, ...rights }: UpdateUserRequest,
  ): Promise<UserResponse> {
    return UserResponse.from(await this.users.changeRights(principal, userId, rights, reason));
  }
}
