import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { PublicAddress } from '../requests/public-address.js';
import type { ListPage } from './list-place.js';
import { ApiReplyHeaders } from '../requests/reply-headers.js';
import { currentRequest } from '../requests/request-context.js';

/** States the headers that `PageLinks` sets, for the document. */
export const ApiPageLinks = () => ApiReplyHeaders('X-Total-Count', 'X-Next-Cursor', 'Link');

/** States the header that `PageLinks.setNext` sets, for the document. */
export const ApiNextLink = () => ApiReplyHeaders('Link');

/** Sets the headers that say where a page of an array is, with links as in RFC 8288. */
@Injectable()
export class PageLinks {
  constructor(private readonly address: PublicAddress) {}

  /** Sets `X-Total-Count`, `X-Next-Cursor` and `Link` of the reply. */
  set({ page, limit, total, nextCursor }: Omit<ListPage<unknown>, 'rows'>): void {
    const response = currentRequest()?.response;
    if (!response) return;
    const last = Math.max(1, Math.ceil(total / limit));
    const linkTo = (rel: string, name: 'page' | 'cursor', value: string | number): string =>
      `<${this.linkWith(response.req, name, String(value))}>; rel="${rel}"`;
    const isByCursor = 'cursor' in response.req.query;
    const next =
      page < last && !isByCursor
        ? [linkTo('next', 'page', page + 1)]
        : nextCursor === null
          ? []
          : [linkTo('next', 'cursor', nextCursor)];
    const links = [
      linkTo('first', 'page', 1),
      ...(page > 1 && !isByCursor ? [linkTo('prev', 'page', Math.min(page - 1, last))] : []),
      ...next,
      linkTo('last', 'page', last),
    ];
    response.setHeader('X-Total-Count', String(total));
    if (nextCursor !== null) response.setHeader('X-Next-Cursor', nextCursor);
    response.setHeader('Link', links.join(', '));
  }

  /** Sets the `Link` of the reply to the page that begins at a cursor. */
  setNext(cursor: string): void {
    const response = currentRequest()?.response;
    response?.setHeader('Link', `<${this.linkWith(response.req, 'cursor', cursor)}>; rel="next"`);
  }

  private linkWith({ path, originalUrl }: Request, name: 'page' | 'cursor', value: string): string {
    const query = new URLSearchParams(originalUrl.split('?')[1]);
    query.delete('page');
    query.delete('cursor');
    query.set(name, value);
    return `${this.address.url}${path}?${query}`;
  }
}
