import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { HttpServer } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type Request, type Response } from 'express';

/** The built pages: next to the compiled API, or in dist/ when the API runs from its sources. */
const FOLDER = ['../../guide', '../../../dist/apps/guide']
  .map((folder) => path.resolve(import.meta.dirname, folder))
  .find((folder) => existsSync(path.join(folder, 'index.html')));

/** Serves the documentation at `/guide`. It loads nothing from elsewhere. */
export function serveGuide(app: NestExpressApplication): void {
  if (FOLDER === undefined) throw new Error('The pages of the guide are not built. Run npm run build.');
  const folder = FOLDER;
  const security = policy(JSON.parse(readFileSync(path.join(folder, 'inline-scripts.json'), 'utf8')));
  const files = express.static(folder, {
    setHeaders: (response, file) => {
      const isHashed = file.includes(`${path.sep}_astro${path.sep}`);
      response.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      response.setHeader('Content-Security-Policy', security);
    },
  });
  const absent = (_: Request, response: Response): void =>
    response
      .status(404)
      .setHeader('Content-Security-Policy', security)
      .sendFile(path.join(folder, '404.html'));
  const pages = express().disable('x-powered-by').use('/guide', files, absent);
  const http: HttpServer = app.getHttpAdapter();
  http.get('/guide', pages);
  http.get('/guide/*path', pages);
}

/** Files of this server only, and the scripts inside the pages by their hashes. The search runs WebAssembly. */
function policy(scripts: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${scripts.map((hash) => `'${hash}'`).join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join(';');
}
