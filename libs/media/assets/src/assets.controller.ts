import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiErrors, ApiFileReply, ApiReplyHeaders, Public, RateLimitExempt } from '#libs/platform/http';
import { LinkProof, LinkSigner } from '#libs/platform/signing';
import { AssetGone, AssetLinkInvalid, AssetNotFound, RangeNotSatisfiable } from './assets.errors.js';
import { AssetsService } from './assets.service.js';
import { AssetPath } from './dto/asset.request.js';
import { sendAsset } from './send-asset.js';

@ApiTags('Assets')
@Controller('assets')
export class AssetsController {
  constructor(
    private readonly assets: AssetsService,
    private readonly links: LinkSigner,
  ) {}

  /**
   * The bytes of a file, by the signed link from a task or an upload. Supports ranges; `Repr-Digest` is always the
   * SHA-256 of the whole file. A link to the output of an expired task answers 410 until the link itself expires.
   */
  @Get(':key')
  @Public()
  @RateLimitExempt()
  @ApiFileReply('The file.', '*/*')
  @ApiReplyHeaders('Repr-Digest')
  @ApiErrors(AssetLinkInvalid, AssetNotFound, AssetGone, RangeNotSatisfiable)
  async read(
    @Param() { key }: AssetPath,
    @Query() proof: LinkProof,
    @Res() response: Response,
  ): Promise<void> {
    if (!this.links.isValid('GET', `/assets/${key}`, proof)) throw new AssetLinkInvalid();
    await sendAsset(response, this.assets, await this.assets.requireByKey(key));
  }
}
