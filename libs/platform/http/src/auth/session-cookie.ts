import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CrossSiteRequest } from '#libs/platform/errors';
import { HttpSettings } from '../requests/http.settings.js';
import { OwnCookies } from './own-cookies.js';
import type { NewSessionText } from '../requests/principal.js';

/** Name of the cookie where the service is reached by http. */
export const SESSION_COOKIE = 'atelier_session';
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
  private readonly ownOrigin: string | undefined;

  constructor(
    { baseUrl }: HttpSettings,
    private readonly cookies: OwnCookies,
  ) {
    this.ownOrigin = baseUrl === undefined ? undefined : new URL(baseUrl).origin;
  }

  /**
   * The text of the session, where the request has one that counts.
   * @throws CrossSiteRequest when a page of another site wants to change something by it.
   */
  read(request: Request): string | undefined {
    if (!hasSessionCookie(request)) return undefined;
    const text = this.cookies.get(request, SESSION_COOKIE);
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
    this.cookies.set(response, SESSION_COOKIE, text, endsAt);
  }

  clear(response: Response): void {
    this.cookies.clear(response, SESSION_COOKIE);
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
