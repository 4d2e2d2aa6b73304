import { Controller, Get, Param, Put, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import {
  ApiErrors,
  ApiFileReply,
  ApiReplyHeaders,
  CurrentPrincipal,
  type Principal,
  Public,
  sendFile,
  StreamedBody,
} from '#libs/platform/http';
import { DigestMismatch } from '#libs/platform/errors';
import { LinkProof, LinkSigner } from '#libs/platform/signing';
import { ArchiveIntake } from './archive-intake.js';
import { ArchivesService } from './archives.service.js';
import { ArchivePath, ArchiveQuery, VersionPath } from './dto/node-version.request.js';
import {
  ArchiveExists,
  ArchiveNotZip,
  ArchiveRangeNotSatisfiable,
  ArchiveTooLarge,
  StatusNotAllowed,
  UploadLinkInvalid,
  VERSION_ERRORS,
  VersionBanned,
  VersionNotFound,
} from './node-version.errors.js';
import { VersionReader } from './version-reader.js';
import { uploadPath } from './publishing.service.js';
import { ReceivedArchiveResponse } from './dto/node-version.response.js';

@ApiTags('Node versions')
@Controller()
export class ArchivesController {
  constructor(
    private readonly archives: ArchivesService,
    private readonly intake: ArchiveIntake,
    private readonly versions: VersionReader,
    private readonly links: LinkSigner,
  ) {}

  /**
   * Takes the zip archive of a version, at the `signedUrl` of its publication. `Content-Digest` is checked when sent. The
   * same archive may be sent again; another one is refused. After a file that is not a zip archive, publish the version again.
   */
  @Put('node-versions/:id/archive')
  @Public()
  @StreamedBody()
  @ApiConsumes('application/zip')
  @ApiBody({
    required: true,
    description: 'The zip archive.',
    schema: { type: 'string', format: 'binary' },
  })
  @ApiOkResponse({
    description: 'The archive has arrived and will be checked.',
    type: ReceivedArchiveResponse,
  })
  @ApiErrors(
    DigestMismatch,
    UploadLinkInvalid,
    VersionBanned,
    VersionNotFound,
    ArchiveExists,
    StatusNotAllowed,
    ArchiveTooLarge,
    ArchiveNotZip,
  )
  async upload(
    @Param() { id }: ArchivePath,
    @Query() proof: LinkProof,
    @Req() request: Request,
  ): Promise<ReceivedArchiveResponse> {
    if (!this.links.isValid('PUT', uploadPath(id), proof)) throw new UploadLinkInvalid();
    const { bytes, sha256 } = await this.intake.receive(id, request);
    return { id, bytes, sha256: sha256.toString('hex') };
  }

  /** The zip archive of a version. Ranges are honoured; `Content-Digest` and `ETag` carry its SHA-256. */
  @Get('nodes/:nodeId/versions/:versionId/archive')
  @Public()
  @ApiFileReply('The archive.', 'application/zip')
  @ApiReplyHeaders('Content-Digest')
  @ApiErrors(...VERSION_ERRORS, ArchiveRangeNotSatisfiable)
  async download(
    @CurrentPrincipal() principal: Principal | undefined,
    @Param() { nodeId, versionId }: VersionPath,
    @Query() { install }: ArchiveQuery,
    @Res() response: Response,
  ): Promise<void> {
    const { version } = await this.versions.requireVisible(principal, nodeId, versionId);
    if (version.archiveBytes === null || version.archiveSha256 === null) throw new VersionNotFound();
    await sendFile(response, {
      bytes: version.archiveBytes,
      contentType: 'application/zip',
      etag: `"${version.archiveSha256.toString('hex')}"`,
      cacheControl: principal || install ? 'private, no-cache' : 'public, max-age=60',
      sha256: version.archiveSha256,
      headers: {
        'Content-Disposition': `attachment; filename="${version.nodeId}-${version.version}.zip"`,
      },
      Unsatisfiable: ArchiveRangeNotSatisfiable,
      read: (part) => {
        if (install && !part) this.versions.countDownload(version);
        return this.archives.read(version, part);
      },
    });
  }
}
