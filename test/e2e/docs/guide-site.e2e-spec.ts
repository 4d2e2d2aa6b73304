import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { TestApp } from '../../support/test-app.js';

const BUILT = path.join(import.meta.dirname, '../../../dist/apps/guide');
const pages = globSync('**/*.html', { cwd: BUILT });

describe('the documentation at /guide', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  it('is open to everyone, may run its own scripts only, and is asked for again after a change', async () => {
    const page = await fetch(`${app.api.baseUrl}/guide/`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval'( 'sha256-[^']+')+;/);
    const text = await page.text();
    const [, script = ''] = /src="(\/guide\/_astro\/[^"]+)"/.exec(text) ?? [];
    const file = await fetch(`${app.api.baseUrl}${script}`);
    expect([file.status, file.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
  });

  it('answers an address without a page with one that says so', async () => {
    const page = await fetch(`${app.api.baseUrl}/guide/nothing-here/`);
    expect(page.status).toBe(404);
    expect(await page.text()).toContain('Page not found');
    const outside = await fetch(`${app.api.baseUrl}/guide/..%2f..%2fpackage.json`);
    expect(outside.status).toBe(404);
  });

  it('has no link that leads nowhere, and loads nothing from elsewhere', async () => {
    expect(pages.length).toBeGreaterThan(40);
    const anchors = new Map(pages.map((page) => [page, anchorsOf(page)]));
    const wrong: string[] = [];
    const outside = new Set<string>();
    for (const page of pages) {
      const text = readFileSync(path.join(BUILT, page), 'utf8');
      for (const [, link = ''] of text.matchAll(/\s(?:href|src)="([^"]+)"/g)) {
        if (!URL.canParse(link, 'http://here')) wrong.push(`${page}: ${link}`);
        const { pathname, hash, origin } = new URL(
          URL.canParse(link, 'http://here') ? link.replaceAll('&amp;', '&') : '/wrong',
          `http://here/guide/${page.replace('index.html', '')}`,
        );
        if (origin !== 'http://here') continue;
        if (!pathname.startsWith('/guide/')) outside.add(pathname);
        else if (!leads(anchors, pathname.slice('/guide/'.length), decodeURIComponent(hash.slice(1))))
          wrong.push(`${page}: ${link}`);
      }
      for (const [, source = ''] of text.matchAll(/<(?:script|img|link)[^>]+(?:src|href)="([^"]+)"/g))
        if (!/^(?:\/guide\/|data:)/.test(source)) wrong.push(`${page} loads ${source}`);
    }
    expect(wrong).toEqual([]);
    for (const target of outside)
      expect([target, (await fetch(`${app.api.baseUrl}${target}`)).status]).toEqual([target, 200]);
  });
});

function anchorsOf(page: string): Set<string> {
  const text = readFileSync(path.join(BUILT, page), 'utf8');
  return new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id));
}

function leads(anchors: ReadonlyMap<string, ReadonlySet<string>>, target: string, anchor: string): boolean {
  const page = anchors.get(`${target}index.html`);
  if (page) return anchor === '' || page.has(anchor);
  return globSync(target, { cwd: BUILT }).length > 0;
}
