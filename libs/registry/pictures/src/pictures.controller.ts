import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiErrors, ApiFileReply, Public } from '#libs/platform/http';
import { PictureCache, PICTURE_TYPE } from './picture-cache.js';
import { PictureLinks } from './picture-links.js';
import { PictureNotFound } from './picture.errors.js';
import { PicturePath, PictureQuery } from './picture.request.js';
import { PictureUploads } from './picture-uploads.js';
import { sendPicture } from './send-picture.js';

/** An upload never changes; a picture of another host is fetched again after a while. */
const CACHED = { upload: 'public, max-age=31536000, immutable', url: 'public, max-age=604800, immutable' };

@ApiTags('Nodes')
@Controller('pictures')
export class PicturesController {
  constructor(
    private readonly links: PictureLinks,
    private readonly cache: PictureCache,
    private readonly uploads: PictureUploads,
  ) {}

  /** A picture that another reply names, as WebP: an icon, a banner, or a picture of a README. */
  @Get(':token')
  @Public()
  @ApiFileReply('The picture.', PICTURE_TYPE)
  @ApiErrors(PictureNotFound)
  async showPicture(
    @Param() { token }: PicturePath,
    @Query() { width }: PictureQuery,
    @Res() response: Response,
  ): Promise<void> {
    const source = this.links.read(token);
    if (!source) throw new PictureNotFound();
    if ('url' in source)
      return sendPicture(response, await this.cache.ofUrl(source.url, Number(width)), CACHED.url);
    sendPicture(response, await this.uploads.read(source.storageKey), CACHED.upload);
  }
}
