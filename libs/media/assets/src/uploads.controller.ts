import { Body, Controller, HttpCode, Param, Post, Put, Query, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { BodyTooLarge, DigestMismatch, UnsupportedMediaType } from '#libs/platform/errors';
import {
  ApiErrors,
  CurrentPrincipal,
  type Principal,
  Public,
  RequireScope,
  StreamedBody,
} from '#libs/platform/http';
import { LinkProof, LinkSigner } from '#libs/platform/signing';
import { AssetLinkInvalid, AssetNotFound, UploadTaken } from './assets.errors.js';
import { AssetPath, NewUploadRequest } from './dto/asset.request.js';
import { StoredUploadResponse, UploadResponse } from './dto/upload.response.js';
import { UploadsService } from './uploads.service.js';

@ApiTags('Assets')
@Controller()
export class UploadsController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly links: LinkSigner,
  ) {}

  /** Prepares an upload of at most 1024 MB. PUT the bytes to `upload_url`, then use `download_url` as an input. */
  @Post(['uploads', 'customers/storage'])
  @RequireScope('media')
  @HttpCode(200)
  async prepare(
    @CurrentPrincipal() principal: Principal,
    @Body() body: NewUploadRequest,
  ): Promise<UploadResponse> {
    return this.uploads.prepare(principal, body.file_name, body.content_type);
  }

  /**
   * Stores the bytes of a prepared upload. The link is the permission. `Content-Type` must match the one stated when
   * the upload was prepared; `Content-Digest` is checked when sent. The same bytes may be sent again; others are
   * refused.
   */
  @Put('uploads/:key')
  @Public()
  @StreamedBody()
  @ApiConsumes('application/octet-stream', 'image/jpeg', 'image/png', 'image/webp', 'video/mp4')
  @ApiBody({
    required: true,
    description: 'The bytes of the file.',
    schema: { type: 'string', format: 'binary' },
  })
  @ApiOkResponse({ description: 'The file is stored.', type: StoredUploadResponse })
  @ApiErrors(DigestMismatch, AssetLinkInvalid, AssetNotFound, UploadTaken, BodyTooLarge, UnsupportedMediaType)
  async receive(
    @Param() { key }: AssetPath,
    @Query() proof: LinkProof,
    @Req() request: Request,
  ): Promise<StoredUploadResponse> {
    if (!this.links.isValid('PUT', `/uploads/${key}`, proof)) throw new AssetLinkInvalid();
    const { bytes, contentType } = await this.uploads.receive(key, request);
    return { bytes, content_type: contentType };
  }
}
