import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentPrincipal, type Principal } from '#libs/platform/http';
import { CurrentUserResponse } from './dto/current-user.response.js';

@ApiTags('Users')
@Controller('users')
export class UsersController {
  /** Shows the owner of the token. */
  @Get()
  @Authenticated()
  getCurrentUser(@CurrentPrincipal() principal: Principal): CurrentUserResponse {
    return CurrentUserResponse.from(principal);
  }
}
