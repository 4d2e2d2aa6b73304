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

/** The modules of pages that visits begin at, by their addresses. Their code comes beside the frame's, not after it. */
const FIRST_PAGES: readonly [RegExp, string][] = [
  [/^\/registry$/, 'src/pages/registry/registry-page.tsx'],
  [/^\/registry\/nodes\/[^/]+$/, 'src/pages/registry/node-page.tsx'],
  [/^\/admin$/, 'src/pages/admin/overview/overview-page.tsx'],
];

/** Serves the console at `/console`. A browser that opens `/` is redirected there; a program gets the links to the documents. */
export function serveConsole(app: NestExpressApplication): void {
  if (FOLDER === undefined) throw new Error('The pages of the console are not built. Run npm run build.');
  const page = readFileSync(path.join(FOLDER, 'index.html'), 'utf8');
  const manifest = readFileSync(path.join(FOLDER, '.vite/manifest.json'), 'utf8');
  const built = JSON.parse(manifest) as BuiltModules;
  const preloads = FIRST_PAGES.map(([address, module]) => [address, preloadsOf(built, module)] as const);
  const send = (request: Request, response: Response): void => {
    const preload = preloads.find(([address]) => address.test(request.path))?.[1];
    if (preload) response.setHeader('Link', preload);
    sendPage(page, request, response);
  };
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

type BuiltModules = Record<string, { file: string; imports?: string[]; css?: string[] }>;

/** A `Link` header that names all files of a page. */
function preloadsOf(built: BuiltModules, module: string): string {
  const modules = new Set([module]);
  for (const name of modules) for (const imported of built[name]?.imports ?? []) modules.add(imported);
  return [...modules]
    .flatMap((name) => built[name] ?? [])
    .flatMap(({ file, css = [] }) => [
      `</console/${file}>; rel=modulepreload`,
      ...css.map((style) => `</console/${style}>; rel=preload; as=style; crossorigin`),
    ])
    .join(', ');
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
