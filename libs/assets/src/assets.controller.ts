import { pipeline } from 'node:stream/promises';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiErrors, Public, RateLimitExempt, requestedRange } from '#libs/platform/http';
import { LinkSigner } from '#libs/platform/signing';
import type { ByteRange } from '#libs/platform/storage';
import { AssetLinkInvalid, AssetNotFound, RangeNotSatisfiable } from './assets.errors.js';
import { AssetsService } from './assets.service.js';
import { AssetLinkQuery, AssetPath } from './dto/asset.request.js';

@ApiTags('Assets')
@Controller('assets')
export class AssetsController {
  constructor(
    private readonly assets: AssetsService,
    private readonly links: LinkSigner,
  ) {}

  /** The bytes of a file, by the signed link that a task or an upload gave. Ranges are honoured. */
  @Get(':key')
  @Public()
  @RateLimitExempt()
  @ApiErrors(AssetLinkInvalid, AssetNotFound, RangeNotSatisfiable)
  async read(
    @Param() { key }: AssetPath,
    @Query() proof: AssetLinkQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!this.links.isValid('GET', `/assets/${key}`, proof)) throw new AssetLinkInvalid();
    const asset = await this.assets.requireByKey(key);
    const bytes = asset.bytes ?? 0;
    const isHeld = isKnown(request, asset.id);
    const range = !isHeld && isRangeMeant(request, asset.id) ? singleRange(request, bytes) : undefined;
    response.set({
      'Content-Type': asset.contentType,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Accept-Ranges': 'bytes',
      'Cache-Control': 'private, max-age=3600, immutable',
      ETag: `"${asset.id}"`,
    });
    if (isHeld) {
      response.status(304).end();
      return;
    }
    if (range) {
      response.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${bytes}`);
    }
    response.set('Content-Length', String(range ? range.end - range.start + 1 : bytes));
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    await pipeline(await this.assets.read(asset, range), response);
  }
}

/** The bytes of a file never change, so one tag is all there is to compare (RFC 9110 §13.1.2). */
function isKnown(request: Request, id: string): boolean {
  const tags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags?.some((tag) => tag === '*' || tag === `"${id}"`) ?? false;
}

/** The range asked for. @throws RangeNotSatisfiable when it lies outside of the file. */
function singleRange(request: Request, bytes: number): ByteRange | undefined {
  const range = requestedRange(request, bytes);
  if (range === 'unsatisfiable')
    throw new RangeNotSatisfiable(undefined, { headers: { 'Content-Range': `bytes */${bytes}` } });
  return range;
}

/** A range holds for the file that `If-Range` names, if there is one (RFC 9110 §13.1.5). */
function isRangeMeant(request: Request, id: string): boolean {
  const condition = request.headers['if-range'];
  return condition === undefined || condition === `"${id}"`;
}
