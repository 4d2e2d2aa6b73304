import { Module } from '@nestjs/common';
import { BearerStrategy, PrincipalResolver } from '#libs/platform/http';
import { AccessTokensRepository } from './access-tokens.repository.js';
import { AccessTokensService } from './access-tokens.service.js';
import { BearerPrincipalResolver } from './bearer-principal-resolver.js';
import { FirstAdmin } from './first-admin.js';
import { IssuerClient } from './oidc/issuer-client.js';
import { IssuerPeople } from './oidc/issuer-people.js';
import { OidcSignInController } from './oidc/oidc-sign-in.controller.js';
import { SignInCookie } from './oidc/sign-in-cookie.js';
import { JwtPrincipals } from './oidc/jwt-principals.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { SessionsService } from './sessions/sessions.service.js';
import { TokenCache } from './token-cache.js';
import { TokensController } from './tokens.controller.js';
import { UserInvitationsController } from './user-invitations.controller.js';
import { UserInvitationsRepository } from './user-invitations.repository.js';
import { UserInvitations } from './user-invitations.js';
import { UsersController } from './users.controller.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';
import { UsersSettings } from './users.settings.js';

@Module({
  controllers: [
    UsersController,
    TokensController,
    UserInvitationsController,
    SessionsController,
    OidcSignInController,
  ],
  providers: [
    UsersSettings,
    UsersRepository,
    UsersService,
    AccessTokensRepository,
    AccessTokensService,
    TokenCache,
    UserInvitationsRepository,
    UserInvitations,
    SessionsRepository,
    SessionsService,
    IssuerPeople,
    IssuerClient,
    SignInCookie,
    JwtPrincipals,
    FirstAdmin,
    BearerStrategy,
    { provide: PrincipalResolver, useClass: BearerPrincipalResolver },
  ],
  exports: [UsersService, AccessTokensService, UserInvitations, FirstAdmin, PrincipalResolver],
})
export class UsersModule {}
