import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiErrors, ApiFileReply, Public, RateLimitExempt, sendFile } from '#libs/platform/http';
import { LinkProof, LinkSigner } from '#libs/platform/signing';
import { AssetLinkInvalid, AssetNotFound, RangeNotSatisfiable } from './assets.errors.js';
import { AssetsService } from './assets.service.js';
import { AssetPath } from './dto/asset.request.js';

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
    @Query() proof: LinkProof,
    @Res() response: Response,
  ): Promise<void> {
    if (!this.links.isValid('GET', `/assets/${key}`, proof)) throw new AssetLinkInvalid();
    const asset = await this.assets.requireByKey(key);
    await sendFile(response, {
      bytes: asset.bytes ?? 0,
      contentType: asset.contentType,
      etag: `"${asset.id}"`,
      cacheControl: 'private, max-age=3600, immutable',
      headers: { 'Content-Security-Policy': "default-src 'none'; sandbox" },
      Unsatisfiable: RangeNotSatisfiable,
      read: (part) => this.assets.read(asset, part),
    });
  }
}
