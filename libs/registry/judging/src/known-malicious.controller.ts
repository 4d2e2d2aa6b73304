import { Controller, Get, Put, Query, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { BodyTooLarge, DigestMismatch } from '#libs/platform/errors';
import { AdminOnly, ApiErrors, CurrentPrincipal, type Principal, StreamedBody } from '#libs/platform/http';
import { KnownMaliciousQuery } from './dto/known-malicious.request.js';
import { KnownMaliciousResponse } from './dto/known-malicious.response.js';
import { MaliciousListInvalid } from './judging.errors.js';
import { MaliciousPackages } from './malicious-packages.js';

@ApiTags('Node versions')
@Controller('admin/known-malicious')
export class KnownMaliciousController {
  constructor(private readonly packages: MaliciousPackages) {}

  /** The list of Python packages that are known to be malicious. With `name`, what it says of one. */
  @Get()
  @AdminOnly()
  async getKnownMalicious(@Query() { name }: KnownMaliciousQuery): Promise<KnownMaliciousResponse> {
    return this.packages.describe(name);
  }

  /**
   * Replaces the list by the malicious packages of PyPI in a file of OSV advisories, up to 100 MB: JSON, JSON Lines, or a zip of JSON
   * files. `[]` empties it. Versions that require such a package are held from now on; scan the others again with
   * `POST /admin/rescans`.
   */
  @Put()
  @AdminOnly()
  @StreamedBody()
  @ApiConsumes('application/json', 'application/x-ndjson', 'application/zip')
  @ApiBody({
    required: true,
    description: 'The advisories.',
    schema: { type: 'string', format: 'binary' },
  })
  @ApiOkResponse({ description: 'The list has been replaced.', type: KnownMaliciousResponse })
  @ApiErrors(MaliciousListInvalid, BodyTooLarge, DigestMismatch)
  async replaceKnownMalicious(
    @CurrentPrincipal() principal: Principal,
    @Req() request: Request,
  ): Promise<KnownMaliciousResponse> {
    return this.packages.load(principal, request);
  }
}
