import { Injectable, type OnModuleInit } from '@nestjs/common';
import type * as Jose from 'jose';
import type { JWTPayload } from 'jose';
import type { Principal } from '#libs/platform/http';
import { OutboundHttp } from '#libs/platform/outbound';
import { type KnownPrincipal, TokenCache } from '../token-cache.js';
import { scopesOf } from '../token-grant.js';
import { tokenKey } from '../token-text.js';
import { UsersSettings } from '../users.settings.js';
import { IssuerKeys, SIGNATURE_ALGORITHMS } from './issuer-keys.js';
import { IssuerPeople } from './issuer-people.js';

const CLOCK_TOLERANCE_SECONDS = 10;

@Injectable()
export class JwtPrincipals implements OnModuleInit {
  /** Loaded only if an issuer is configured. */
  private jose: typeof Jose | undefined;
  private readonly keys: IssuerKeys | undefined;
  private readonly audience: string | undefined;

  constructor(
    settings: UsersSettings,
    http: OutboundHttp,
    private readonly cache: TokenCache,
    private readonly people: IssuerPeople,
  ) {
    this.keys = settings.oidcIssuer === undefined ? undefined : new IssuerKeys(http, settings.oidcIssuer);
    this.audience = settings.oidcAudience;
  }

  async onModuleInit(): Promise<void> {
    if (this.keys) this.jose = await import('jose');
  }

  /** Whether the text has the form of a JWT and an issuer is configured. */
  recognises(token: string): boolean {
    if (!this.jose) return false;
    try {
      return this.jose.decodeProtectedHeader(token).alg !== undefined;
    } catch {
      return false;
    }
  }

  /**
   * The user of a JWT, created on first use; undefined when the token is not valid.
   * @throws Unavailable when the issuer's keys are needed and cannot be fetched.
   */
  async resolve(token: string): Promise<Principal | undefined> {
    return this.cache.get(tokenKey(token), () => this.load(token));
  }

  private async load(token: string): Promise<KnownPrincipal> {
    const payload = await this.verify(token);
    if (payload?.exp === undefined) return undefined;
    const user = await this.people.find(payload);
    if (!user || user.suspendedAt !== null) return undefined;
    const principal: Principal = {
      userId: user.id,
      name: user.name,
      email: user.email,
      isAdmin: user.isAdmin,
      isApproved: user.isApproved,
      queueWeight: user.queueWeight,
      scopes: scopesOf(user),
    };
    return { principal, expiresAtMs: (payload.exp + CLOCK_TOLERANCE_SECONDS) * 1_000 };
  }

  private async verify(token: string): Promise<JWTPayload | undefined> {
    if (!this.jose || !this.keys || this.audience === undefined) return undefined;
    const { errors, jwtVerify } = this.jose;
    const { issuer, key } = await this.keys.state();
    try {
      const { payload } = await jwtVerify(token, key, {
        issuer,
        audience: this.audience,
        algorithms: SIGNATURE_ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ['sub', 'exp'],
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
      throw error;
    }
  }
}
