import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { provideSettings } from '#libs/platform/config';
import { BearerStrategy, PrincipalResolver } from '#libs/platform/http';
import { AccessToken } from './access-token.entity.js';
import { AccessTokensRepository } from './access-tokens.repository.js';
import { AccessTokensService } from './access-tokens.service.js';
import { BearerPrincipalResolver } from './bearer-principal-resolver.js';
import { FirstAdmin } from './first-admin.js';
import { JwtPrincipals } from './oidc/jwt-principals.js';
import { TokenCache } from './token-cache.js';
import { TokensController } from './tokens.controller.js';
import { User } from './user.entity.js';
import { UserInvitation } from './user-invitation.entity.js';
import { UserInvitationsController } from './user-invitations.controller.js';
import { UserInvitationsRepository } from './user-invitations.repository.js';
import { UserInvitations } from './user-invitations.service.js';
import { UsersController } from './users.controller.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';
import { UsersSettings } from './users.settings.js';

@Module({
  imports: [TypeOrmModule.forFeature([User, AccessToken, UserInvitation])],
  controllers: [UsersController, TokensController, UserInvitationsController],
  providers: [
    provideSettings(UsersSettings),
    UsersRepository,
    UsersService,
    AccessTokensRepository,
    AccessTokensService,
    TokenCache,
    UserInvitationsRepository,
    UserInvitations,
    JwtPrincipals,
    FirstAdmin,
    BearerStrategy,
    { provide: PrincipalResolver, useClass: BearerPrincipalResolver },
  ],
  exports: [UsersService, AccessTokensService, UserInvitations, FirstAdmin, PrincipalResolver],
})
export class UsersModule {}
