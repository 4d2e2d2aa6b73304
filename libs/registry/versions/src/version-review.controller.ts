import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { NodeNotFound } from '#libs/registry/nodes';
import {
  AdminOnly,
  ApiErrors,
  ApiListTotal,
  Authenticated,
  CurrentPrincipal,
  type Principal,
  setTotalHeader,
} from '#libs/platform/http';
import { NotAMember, TokenBoundElsewhere } from '#libs/registry/publishers';
import { VersionPath } from './dto/node-version.request.js';
import { ArchiveFilePath, ListReviewsQuery } from './dto/review.request.js';
import { ReviewListResponse } from './dto/review.response.js';
import { VersionReportResponse } from './dto/version-report.response.js';
import {
  ArchiveFileNotFound,
  ArchiveFileNotShown,
  ReportNotFound,
  VERSION_ERRORS,
  VersionNotFound,
} from './node-version.errors.js';
import { ReviewQueue } from './review-queue.js';
import { VersionReports } from './version-reports.js';

@ApiTags('Node versions')
@Controller()
export class VersionReviewController {
  constructor(
    private readonly queue: ReviewQueue,
    private readonly reports: VersionReports,
  ) {}

  /**
   * What waits for an admin, oldest first: flagged and doubted versions, quarantined nodes, and nodes and publishers to review,
   * such as look-alikes. Entries of banned nodes and publishers are left out.
   */
  @Get('admin/reviews')
  @AdminOnly()
  @ApiListTotal()
  async listReviews(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListReviewsQuery,
  ): Promise<ReviewListResponse> {
    const { totalIsExact, ...list } = await this.queue.list(principal, query);
    setTotalHeader({ totalIsExact });
    return list;
  }

  /** The result of the check of a version's archive, file by file; for members of its publisher. */
  @Get('nodes/:nodeId/versions/:versionId/report')
  @Authenticated({ takesPublishTokens: true })
  @ApiErrors(...VERSION_ERRORS, NotAMember, TokenBoundElsewhere, ReportNotFound)
  async readReport(
    @CurrentPrincipal() principal: Principal,
    @Param() { nodeId, versionId }: VersionPath,
  ): Promise<VersionReportResponse> {
    return VersionReportResponse.from(await this.reports.require(principal, nodeId, versionId));
  }

  /** The text of a file in a version's archive, at most 512 KiB; for members of its publisher. */
  @Get('nodes/:nodeId/versions/:versionId/files/:path')
  @Authenticated()
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Header('X-Content-Type-Options', 'nosniff')
  @Header('Cache-Control', 'private, no-cache')
  @ApiOkResponse({
    description: 'The text.',
    content: { 'text/plain': { schema: { type: 'string' } } },
  })
  @ApiErrors(...VERSION_ERRORS, NotAMember, TokenBoundElsewhere, ArchiveFileNotFound, ArchiveFileNotShown)
  async readVersionFile(
    @CurrentPrincipal() principal: Principal,
    @Param() { nodeId, versionId, path }: ArchiveFilePath,
  ): Promise<string> {
    return this.reports.readFile(principal, nodeId, versionId, path);
  }

  /** The text of a file in a version's archive, at most 512 KiB; also of an archive that was refused. */
  @Get('admin/nodes/:nodeId/versions/:versionId/files/:path')
  @AdminOnly()
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Header('X-Content-Type-Options', 'nosniff')
  @Header('Cache-Control', 'private, no-cache')
  @ApiOkResponse({
    description: 'The text.',
    content: { 'text/plain': { schema: { type: 'string' } } },
  })
  @ApiErrors(NodeNotFound, VersionNotFound, ArchiveFileNotFound, ArchiveFileNotShown)
  async readArchiveFile(
    @CurrentPrincipal() principal: Principal,
    @Param() { nodeId, versionId, path }: ArchiveFilePath,
  ): Promise<string> {
    return this.reports.readFile(principal, nodeId, versionId, path);
  }
}
