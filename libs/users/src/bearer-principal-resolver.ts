import { Injectable } from '@nestjs/common';
import { type Principal, PrincipalResolver } from '#libs/platform/http';
import { AccessTokensService } from './access-tokens.service.js';
import { JwtPrincipals } from './oidc/jwt-principals.js';

/** Resolves opaque tokens and, when an issuer is configured, its JWTs. */
@Injectable()
export class BearerPrincipalResolver extends PrincipalResolver {
  constructor(
    private readonly tokens: AccessTokensService,
    private readonly jwts: JwtPrincipals,
  ) {
    super();
  }

  async resolve(token: string): Promise<Principal | undefined> {
    return this.jwts.recognises(token) ? this.jwts.resolve(token) : this.tokens.resolve(token);
  }

  remembered(token: string): Principal | undefined {
    return this.tokens.remembered(token);
  }
}
