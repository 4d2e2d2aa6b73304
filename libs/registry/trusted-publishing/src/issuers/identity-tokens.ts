import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type * as Jose from 'jose';
import type { JWK, JWTPayload } from 'jose';
import { IssuerKeys, SIGNATURE_ALGORITHMS } from '#libs/accounts/users';
import { Clock } from '#libs/platform/clock';
import { PublicAddress } from '#libs/platform/http';
import { OutboundHttp } from '#libs/platform/outbound';
import { InvalidIdentityToken } from '../trusted-publishing.errors.js';
import { TrustedPublishingSettings } from '../trusted-publishing.settings.js';
import { type CiIdentity, readIdentity } from './ci-identity.js';
import type { TrustedIssuer } from './trusted-issuers.js';

const CLOCK_TOLERANCE_SECONDS = 30;
/** GitLab's tokens live as long as a job may run, which is an hour unless a project says otherwise. */
const LIFETIME_MAX_SECONDS = 24 * 60 * 60;

/** A token whose issuer, signature, audience and time are right. */
export type VerifiedToken = {
  issuer: TrustedIssuer;
  identity: CiIdentity;
  /** What no other token of the issuer has. */
  tokenKey: string;
  expiresAt: Date;
  /** The public key that verified it: issuers withdraw keys. */
  issuerKey: JWK;
};

/** Verifies tokens of CI jobs. */
@Injectable()
export class IdentityTokens {
  private readonly keys = new Map<string, IssuerKeys>();

  constructor(
    private readonly settings: TrustedPublishingSettings,
    private readonly http: OutboundHttp,
    private readonly address: PublicAddress,
    private readonly clock: Clock,
  ) {}

  /** @throws InvalidIdentityToken; Unavailable when the issuer's keys are needed and cannot be fetched. */
  async verify(token: string): Promise<VerifiedToken> {
    const jose = await import('jose');
    const issuer = this.issuerOf(claimedIssuer(jose, token));
    const { issuer: name, key: findKey } = await this.keysOf(issuer).state();
    try {
      const { payload, key } = await jose.jwtVerify(token, findKey, {
        issuer: name,
        audience: this.address.url,
        algorithms: SIGNATURE_ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: this.clock.now(),
        requiredClaims: ['iss', 'aud', 'sub', 'iat', 'exp'],
        maxTokenAge: LIFETIME_MAX_SECONDS,
      });
      return {
        issuer,
        identity: identityOf(issuer, payload, this.address.url),
        tokenKey: keyOf(payload, token),
        expiresAt: new Date(Number(payload.exp) * 1_000),
        issuerKey: await jose.exportJWK(key),
      };
    } catch (error) {
      if (error instanceof jose.errors.JOSEError || error instanceof TypeError)
        throw refusal(error, this.address.url);
      throw error;
    }
  }

  /** @throws InvalidIdentityToken */
  private issuerOf(name: unknown): TrustedIssuer {
    const issuer = this.settings.issuers.find((one) => one.issuer === name);
    if (!issuer) throw new InvalidIdentityToken('The issuer of the token (iss) is not allowed here.');
    return issuer;
  }

  private keysOf({ issuer }: TrustedIssuer): IssuerKeys {
    const known = this.keys.get(issuer) ?? new IssuerKeys(this.http, issuer);
    this.keys.set(issuer, known);
    return known;
  }
}

/** @throws InvalidIdentityToken for anything that is no JWT. */
function claimedIssuer(jose: typeof Jose, token: string): unknown {
  try {
    return jose.decodeJwt(token).iss;
  } catch {
    throw new InvalidIdentityToken('The token is no JWT.');
  }
}

/** @throws InvalidIdentityToken */
function identityOf(issuer: TrustedIssuer, payload: JWTPayload, audience: string): CiIdentity {
  // A token that other services take as well could be sent here by one of them.
  if (payload.aud !== audience) throw wrongAudience(audience);
  const { iat = 0, exp = Infinity } = payload;
  if (exp - iat > LIFETIME_MAX_SECONDS)
    throw new InvalidIdentityToken('The token is valid for more than a day.');
  const read = readIdentity(issuer, payload);
  if (read.problem !== undefined) throw new InvalidIdentityToken(read.problem);
  return read.identity;
}

/** Its `jti`; where an issuer gives none, a digest of what was signed, which unlike the token has one spelling. */
function keyOf({ jti }: JWTPayload, token: string): string {
  if (typeof jti === 'string' && jti !== '' && jti.length <= 500) return `jti:${jti}`;
  return `sha256:${createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest('hex')}`;
}

function refusal(error: Error & { code?: string; claim?: string }, audience: string): Error {
  if (error.claim === 'aud') return wrongAudience(audience);
  if (error.code === 'ERR_JWT_EXPIRED')
    return new InvalidIdentityToken('The token has expired.', { cause: error });
  const what = error.claim === undefined ? 'signature' : `claim ${error.claim}`;
  return new InvalidIdentityToken(`The ${what} of the token is not valid.`, { cause: error });
}

function wrongAudience(audience: string): Error {
  return new InvalidIdentityToken(`The token must be for ${audience} alone (aud).`);
}
