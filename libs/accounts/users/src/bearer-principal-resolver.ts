import { Injectable } from '@nestjs/common';
import { type Principal, PrincipalResolver, type ResumedSession } from '#libs/platform/http';
import { AccessTokensService } from './access-tokens.service.js';
import { JwtPrincipals } from './oidc/jwt-principals.js';
import { SessionsService } from './sessions/sessions.service.js';

/** Resolves opaque tokens, sessions and, if an issuer is configured, its JWTs. */
@Injectable()
export class BearerPrincipalResolver extends PrincipalResolver {
  constructor(
    private readonly tokens: AccessTokensService,
    private readonly jwts: JwtPrincipals,
    private readonly sessions: SessionsService,
  ) {
    super();
  }

  async resolve(token: string): Promise<Principal | undefined> {
    return this.jwts.recognises(token) ? this.jwts.resolve(token) : this.tokens.resolve(token);
  }

  remembered(token: string): Principal | undefined {
    return this.tokens.remembered(token);
  }

  async resumeSession(text: string, mayRenew: boolean): Promise<ResumedSession | undefined> {
    return this.sessions.resume(text, mayRenew);
  }

  rememberedSession(text: string): Principal | undefined {
    return this.sessions.remembered(text);
  }
}
