import { Controller, HttpCode, Post, Req, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { FormUploads } from '#libs/compatible/models';
import {
  CurrentPrincipal,
  invalidFields,
  type Principal,
  RequireScope,
  StreamedBody,
} from '#libs/platform/http';
import { ReplicateErrorFilter } from './replicate-error.filter.js';

/** Source: replicate.com/docs, HTTP API, files; read 2026-11. */
const FILE_MAX_BYTES = 100 * 1024 * 1024;

/** Files that the SDK sends before the prediction that uses them. */
@ApiExcludeController()
@UseFilters(ReplicateErrorFilter)
@RequireScope('media')
@Controller('v1/files')
export class ReplicateFilesController {
  constructor(private readonly forms: FormUploads) {}

  @Post()
  @HttpCode(201)
  @StreamedBody()
  async create(@CurrentPrincipal() principal: Principal, @Req() request: Request): Promise<object> {
    const limits = { fileFields: ['content'], maxFileBytes: FILE_MAX_BYTES };
    return this.forms.with(principal, request, limits, async (_, [file]) => {
      if (!file) throw invalidFields(['content must be a file']);
      const { asset, fileName, link } = file;
      return {
        ...{ id: asset.id, name: fileName, content_type: asset.contentType, size: asset.bytes },
        created_at: asset.createdAt.toISOString(),
        expires_at: asset.expiresAt?.toISOString() ?? null,
        metadata: {},
        urls: { get: link },
      };
    });
  }
}
