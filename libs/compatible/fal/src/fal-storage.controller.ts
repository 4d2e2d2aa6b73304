import { Body, Controller, HttpCode, Post, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { UploadsService } from '#libs/media/assets';
import { CurrentPrincipal, type Principal, RequireScope } from '#libs/platform/http';
import { InitiateUploadRequest } from './dto/upload.request.js';
import { FalErrorFilter } from './fal-error.filter.js';
import { UploadInParts } from './fal.errors.js';

/** Files that the SDK sends before the request that uses them. */
@ApiExcludeController()
@UseFilters(FalErrorFilter)
@RequireScope('media')
@Controller('fal/rest/storage/upload')
export class FalStorageController {
  constructor(private readonly uploads: UploadsService) {}

  /** Where to PUT the file, and its address from then on. */
  @Post('initiate')
  @HttpCode(200)
  async initiate(
    @CurrentPrincipal() principal: Principal,
    @Body() { file_name: name, content_type: type }: InitiateUploadRequest,
  ): Promise<{ upload_url: string; file_url: string }> {
    const contentType = type?.split(';')[0]?.trim();
    const { upload_url, download_url } = await this.uploads.prepare(principal, name, contentType);
    return { upload_url, file_url: download_url };
  }

  /** @throws UploadInParts, always. */
  @Post('initiate-multipart')
  refuseParts(): never {
    throw new UploadInParts();
  }
}
