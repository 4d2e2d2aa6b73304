import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CrossSiteRequest } from '#libs/platform/errors';
import { HttpSettings } from '../http.settings.js';
import type { NewSessionText } from './principal.js';

/** Name of the cookie where the service is reached by http. */
export const SESSION_COOKIE = 'atelier_session';
/** A cookie of this prefix is set by https for exactly this host and no path below: https://httpwg.org/specs/rfc6265bis */
const SECURE_NAME = `__Host-${SESSION_COOKIE}`;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request may come from a signed-in person, so that its reply is for nobody else. */
export function hasSessionCookie({ headers }: Pick<Request, 'headers'>): boolean {
  return headers.cookie?.includes(SESSION_COOKIE) ?? false;
}

/** Whether nothing is changed by this method. */
export function isSafe({ method }: Pick<Request, 'method'>): boolean {
  return SAFE_METHODS.has(method);
}

/** The cookie that carries a session. It counts on requests of the service's own pages only. */
@Injectable()
export class SessionCookie {
  private readonly name: string;
  private readonly isSecure: boolean;
  private readonly pattern: RegExp;
  private readonly ownOrigin: string | undefined;

  constructor({ baseUrl }: HttpSettings) {
    this.isSecure = baseUrl?.startsWith('https:') ?? false;
    this.name = this.isSecure ? SECURE_NAME : SESSION_COOKIE;
    this.pattern = new RegExp(`(?:^|;) *${this.name}=([0-9A-Za-z_]+)`);
    this.ownOrigin = baseUrl === undefined ? undefined : new URL(baseUrl).origin;
  }

  /**
   * The text of the session, where the request has one that counts.
   * @throws CrossSiteRequest when a page of another site wants to change something by it.
   */
  read(request: Request): string | undefined {
    const { cookie } = request.headers;
    const text = cookie === undefined ? undefined : this.pattern.exec(cookie)?.[1];
    if (text === undefined || this.isOfOwnPage(request)) return text;
    if (isSafe(request)) return undefined;
    throw new CrossSiteRequest();
  }

  /**
   * For what sets the cookie or takes it away: a program may, a page of another site may not.
   * @throws CrossSiteRequest
   */
  refuseOtherSites(request: Request): void {
    const isOfPage = request.headers['sec-fetch-site'] !== undefined || request.headers.origin !== undefined;
    if (isOfPage && !this.isOfOwnPage(request)) throw new CrossSiteRequest();
  }

  write(response: Response, { text, endsAt }: NewSessionText): void {
    response.cookie(this.name, text, { ...this.attributes, expires: endsAt });
  }

  clear(response: Response): void {
    response.clearCookie(this.name, this.attributes);
  }

  private get attributes() {
    return { httpOnly: true, sameSite: 'lax', secure: this.isSecure, path: '/' } as const;
  }

  /** Browsers say so themselves where the address is https or local; elsewhere what changes something names its origin. */
  private isOfOwnPage(request: Request): boolean {
    const { 'sec-fetch-site': site, origin } = request.headers;
    if (site !== undefined) return site === 'same-origin';
    if (origin === undefined) return isSafe(request);
    return (
      origin === this.ownOrigin || (URL.canParse(origin) && new URL(origin).host === request.headers.host)
    );
  }
}
