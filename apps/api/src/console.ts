import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { HttpServer } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type Request, type Response } from 'express';
import staticWithCopies from 'express-static-gzip';
import { PublicAddress } from '#libs/platform/http';

/** The built pages: next to the compiled API, or in dist/ when the API runs from its sources. */
const FOLDER = ['../../console', '../../../dist/apps/console']
  .map((folder) => path.resolve(import.meta.dirname, folder))
  .find((folder) => existsSync(path.join(folder, 'assets')));
const NONCE_PLACE = 'NONCE_OF_THE_REPLY';
const NONCE_BYTES = 16;
/** The names of built files contain a hash of their content. */
const HASHED = `${path.sep}assets${path.sep}`;

/** Serves the console at `/console`. A browser that opens `/` is redirected there; a program gets the links to the documents. */
export function serveConsole(app: NestExpressApplication): void {
  if (FOLDER === undefined) throw new Error('The pages of the console are not built. Run npm run build.');
  const page = readFileSync(path.join(FOLDER, 'index.html'), 'utf8');
  const linksOf = linksOfPages(FOLDER);
  const send = (request: Request, response: Response): void =>
    sendPage(page.replace('</head>', `${linksOf(request.path)}</head>`), request, response);
  // The build has made compressed copies beside the files.
  const files = staticWithCopies(FOLDER, {
    enableBrotli: true,
    orderPreference: ['br'],
    index: false,
    serveStatic: {
      redirect: false,
      // Ranges count plain bytes; these are compressed.
      acceptRanges: false,
      setHeaders: (response, file) => {
        const caching = file.includes(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache';
        response.setHeader('Cache-Control', caching);
      },
    },
  });
  const pages = express().disable('x-powered-by').use('/console', files, send);
  const http: HttpServer = app.getHttpAdapter();
  http.get('/console', pages);
  http.get('/console/*path', pages);
  // Browsers request it for pages without an icon, such as a picture opened by its link.
  http.get('/favicon.ico', (_: Request, response: Response) => response.redirect(301, '/console/icon.svg'));
  http.get('/', (request: Request, response: Response) => {
    response.vary('Accept');
    if (request.accepts(['json', 'html']) === 'html') return response.redirect('/console');
    const { url } = app.get(PublicAddress);
    return response.json({
      name: 'Atelier',
      guide: `${url}/guide`,
      documentation: `${url}/docs`,
      openapi: `${url}/openapi.json`,
      console: `${url}/console`,
    });
  });
}

/** The files that the page of an address needs beside the first ones, as the build wrote them: they load at once. */
function linksOfPages(folder: string): (address: string) => string {
  const files = readFileSync(path.join(folder, '.vite/pages.json'), 'utf8');
  const pages = (JSON.parse(files) as [address: string, files: string[]][]).map(([address, files]) => ({
    pattern: new RegExp(`^${address.replaceAll(/\$\w+/g, '[^/]+')}/?$`),
    links: files.map(linkTo).join(''),
  }));
  return (address) => pages.find(({ pattern }) => pattern.test(address))?.links ?? '';
}

function linkTo(file: string): string {
  const kind = file.endsWith('.css') ? 'stylesheet' : 'modulepreload';
  return `<link rel="${kind}" crossorigin href="/console/${file}" nonce="${NONCE_PLACE}">`;
}

/**
 * The single page; its scripts draw all others. Its content security policy allows files of this server only, and
 * styles with this reply's nonce.
 */
function sendPage(page: string, request: Request, response: Response): void {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  response.setHeader('Content-Security-Policy', policy(nonce));
  response.status(request.path.startsWith('/assets/') ? 404 : 200).type('html');
  response.end(page.replaceAll(NONCE_PLACE, nonce));
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join(';');
}
