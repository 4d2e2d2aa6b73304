import { pipeline } from 'node:stream/promises';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiErrors, ApiFileReply, Public, RateLimitExempt, requestedRange } from '#libs/platform/http';
import { LinkSigner } from '#libs/platform/signing';
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
  @ApiFileReply('The file.', '*/*')
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
    const etag = `"${asset.id}"`;
    const isHeld = isKnown(request, etag);
    const file = { bytes, etag, Unsatisfiable: RangeNotSatisfiable };
    const range = isHeld ? undefined : requestedRange(request, file);
    response.set({
      'Content-Type': asset.contentType,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Accept-Ranges': 'bytes',
      'Cache-Control': 'private, max-age=3600, immutable',
      ETag: etag,
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
function isKnown(request: Request, etag: string): boolean {
  const tags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags?.some((tag) => tag === '*' || tag === etag) ?? false;
}
