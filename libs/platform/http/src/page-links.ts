import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { PublicAddress } from './public-address.js';
import { LISTED_ROWS_MAX } from './listing.js';
import { ApiReplyHeaders } from './reply-headers.js';
import { currentRequest } from './request-context.js';

/** A page of a list whose body is an array: what else there is to say goes into headers. */
type Page = { page: number; limit: number; total: number };

/** States the headers that `PageLinks` sets, for the document. */
export const ApiPageLinks = () => ApiReplyHeaders('X-Total-Count', 'Link');

/** States the header that `PageLinks.setNext` sets, for the document. */
export const ApiNextLink = () => ApiReplyHeaders('Link');

/** Sets the headers that say where a page of an array is, with links as in RFC 8288. */
@Injectable()
export class PageLinks {
  constructor(private readonly address: PublicAddress) {}

  /** Sets `X-Total-Count` and `Link` of the reply. */
  set({ page, limit, total }: Page): void {
    const response = currentRequest()?.response;
    if (!response) return;
    const last = Math.max(1, Math.ceil(Math.min(total, LISTED_ROWS_MAX) / limit));
    const links = [
      { rel: 'first', to: 1 },
      ...(page > 1 ? [{ rel: 'prev', to: Math.min(page - 1, last) }] : []),
      ...(page < last ? [{ rel: 'next', to: page + 1 }] : []),
      { rel: 'last', to: last },
    ];
    const linkTo = (to: number): string => this.linkWith(response.req, 'page', String(to));
    response.setHeader('X-Total-Count', String(total));
    response.setHeader('Link', links.map(({ rel, to }) => `<${linkTo(to)}>; rel="${rel}"`).join(', '));
  }

  /** Sets the `Link` of the reply to the page that begins at a cursor. */
  setNext(cursor: string): void {
    const response = currentRequest()?.response;
    response?.setHeader('Link', `<${this.linkWith(response.req, 'cursor', cursor)}>; rel="next"`);
  }

  private linkWith({ path, originalUrl }: Request, name: 'page' | 'cursor', value: string): string {
    const query = new URLSearchParams(originalUrl.split('?')[1]);
    query.delete('page');
    query.set(name, value);
    return `${this.address.url}${path}?${query}`;
  }
}
