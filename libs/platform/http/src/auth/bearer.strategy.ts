import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-http-bearer';
import { type Principal, PrincipalResolver } from '../requests/principal.js';

type Verify = (token: string, done: (error: unknown, principal?: unknown) => void) => void;

/**
 * The scheme of RFC 6750 §2.1 in the header alone: a token in a query or a form ends in logs and histories.
 * `X-API-Key` is taken as the same token for clients that cannot set the other header.
 */
class HeaderOnlyStrategy extends Strategy<Verify> {
  override authenticate(request: Request): void {
    const apiKey = request.headers['x-api-key'];
    const authorization =
      request.headers.authorization ?? (typeof apiKey === 'string' ? `Bearer ${apiKey}` : undefined);
    super.authenticate({ headers: { authorization } } as Request);
  }
}

/** Resolves the bearer token of a request to its principal. */
@Injectable()
export class BearerStrategy extends PassportStrategy(HeaderOnlyStrategy, 'bearer') {
  constructor(private readonly principals: PrincipalResolver) {
    super();
  }

  async validate(token: string): Promise<Principal | false> {
    return (await this.principals.resolve(token)) ?? false;
  }
}
