import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Unauthorized } from '#libs/platform/errors';
import { ApiErrors, Authenticated, CurrentPrincipal, type Principal } from '#libs/platform/http';
import { CurrentUserResponse } from './dto/current-user.response.js';

@ApiTags('Users')
@ApiBearerAuth()
@Controller('users')
export class UsersController {
  /** Shows who the token belongs to. */
  @Get()
  @Authenticated()
  @ApiOkResponse({ type: CurrentUserResponse })
  @ApiErrors(Unauthorized)
  getCurrentUser(@CurrentPrincipal() principal: Principal): CurrentUserResponse {
    return CurrentUserResponse.from(principal);
  }
}
