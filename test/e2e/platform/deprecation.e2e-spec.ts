import { Controller, Get, HttpCode, Module, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { NotFound } from '#libs/platform/errors';
import { Authenticated, DeprecatedSince, Public } from '#libs/platform/http';
import { TestApp } from '../../support/test-app.js';

const LINK = 'https://docs.example/moving';
const SINCE = '2026-03-01';

@Controller('old')
class OldController {
  /** The old way. It still works. */
  @Get('thing')
  @Public()
  @DeprecatedSince(SINCE, { sunset: '2027-03-01', link: LINK })
  readOldThing(): { is: string } {
    return { is: 'old' };
  }

  /** Another old way. */
  @Post('things')
  @HttpCode(200)
  @Authenticated()
  @DeprecatedSince(SINCE, { link: LINK })
  makeOldThing(): never {
    throw new NotFound();
  }

  /** A stream. */
  @Get('stream')
  @Public()
  @DeprecatedSince(SINCE, { link: LINK })
  streamOldThing(@Res() response: Response): void {
    response.end('bytes');
  }
}

@Module({ controllers: [OldController] })
class OldModule {}

describe('a deprecated route', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({}, { modules: [OldModule] });
  });
  afterAll(() => app.stop());

  const said = (headers: Headers) => ['deprecation', 'sunset', 'link'].map((name) => headers.get(name));

  it('says so in its replies, with the day of its end and a link', async () => {
    const reply = await app.api.get('/old/thing');
    expect(reply.body).toEqual({ is: 'old' });
    expect(said(reply.headers)).toEqual([
      '@1772323200',
      'Mon, 01 Mar 2027 00:00:00 GMT',
      `<${LINK}>; rel="deprecation"`,
    ]);
    expect((await app.api.get('/old/stream')).headers.get('deprecation')).toBe('@1772323200');
  });

  it('says so in errors, to callers who may use it', async () => {
    const refused = await app.api.post('/old/things');
    expect([refused.status, ...said(refused.headers)]).toEqual([401, null, null, null]);
    const failed = await app.api.as(await app.caller()).post('/old/things');
    expect([failed.status, ...said(failed.headers)]).toEqual([
      404,
      '@1772323200',
      null,
      `<${LINK}>; rel="deprecation"`,
    ]);
  });

  it('is marked in the API document', async () => {
    const { paths } = (await app.api.get('/openapi.json')).body;
    const { get } = paths['/old/thing'];
    expect(get.deprecated).toBe(true);
    expect(get.description).toContain(
      `Deprecated since 2026-03-01, and gone from 2027-03-01 on: see ${LINK}.`,
    );
    expect(Object.keys(get.responses[200].headers).sort()).toEqual(['Deprecation', 'Link', 'Sunset']);
    expect(paths['/old/things'].post.description).toContain(`Deprecated since 2026-03-01: see ${LINK}.`);
    expect(paths['/tasks'].get.deprecated).toBeUndefined();
  });

  it.each([
    ['2026-02-30', undefined],
    ['today', undefined],
    ['2026-03-01', '2026-02-28'],
  ])('has real days: not from %s to %s', (since, sunset) => {
    expect(() => DeprecatedSince(since, { link: LINK, ...(sunset !== undefined && { sunset }) })).toThrow();
  });
});
