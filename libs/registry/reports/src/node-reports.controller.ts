import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  AdminOnly,
  ApiErrors,
  Authenticated,
  CurrentPrincipal,
  NextPageQuery,
  type Principal,
  RequireScope,
} from '#libs/platform/http';
import { NODE_ERRORS, NodePath, OwnNode } from '#libs/registry/nodes';
import {
  OwnPublisher,
  PublisherBanned,
  PublisherNotFound,
  PublisherPath,
  TokenBoundElsewhere,
} from '#libs/registry/publishers';
import {
  ListNodeReportsQuery,
  NodeReportPath,
  ReportMessageRequest,
  ReportMessagesPath,
  ReportNodeRequest,
  ReportPublisherRequest,
  ResolveNodeReportRequest,
} from './dto/node-report.request.js';
import {
  AdminNodeReportListResponse,
  AdminNodeReportResponse,
  NodeReportListResponse,
  NodeReportResponse,
  ReportMessageResponse,
  ReportMessagesResponse,
} from './dto/node-report.response.js';
import { NodeReportClosed, NodeReportNotFound, TooManyReportMessages } from './node-report.errors.js';
import { NodeReports } from './node-reports.js';
import { ReportMessages } from './report-messages.js';

@ApiTags('Nodes')
@Controller()
export class NodeReportsController {
  constructor(
    private readonly reports: NodeReports,
    private readonly messages: ReportMessages,
  ) {}

  /**
   * Reports another publisher's node to the admins. Each user has one open report of a node; a later one replaces its texts.
   * Enough reports of malware or impersonation hide the node until an admin has checked it.
   */
  @Post('nodes/:nodeId/reports')
  @RequireScope('registry:write')
  @ApiErrors(...NODE_ERRORS, OwnNode, TokenBoundElsewhere)
  async reportNode(
    @CurrentPrincipal() principal: Principal,
    @Param() { nodeId }: NodePath,
    @Body() body: ReportNodeRequest,
  ): Promise<NodeReportResponse> {
    return NodeReportResponse.from(await this.reports.report(principal, nodeId, body));
  }

  /**
   * Reports another publisher to the admins, or claims its id or name. Each user has one open report of a publisher; a later one
   * replaces its texts.
   */
  @Post('publishers/:publisherId/reports')
  @RequireScope('registry:write')
  @ApiErrors(PublisherNotFound, PublisherBanned, OwnPublisher, TokenBoundElsewhere)
  async reportPublisher(
    @CurrentPrincipal() principal: Principal,
    @Param() { publisherId }: PublisherPath,
    @Body() body: ReportPublisherRequest,
  ): Promise<NodeReportResponse> {
    return NodeReportResponse.from(await this.reports.reportPublisher(principal, publisherId, body));
  }

  /** Your reports of nodes and publishers with their answers, newest first. */
  @Get('users/reports')
  @Authenticated()
  async listOwnReports(
    @CurrentPrincipal() { userId }: Principal,
    @Query() { cursor, limit }: NextPageQuery,
  ): Promise<NodeReportListResponse> {
    return this.reports.listOwn(userId, cursor, limit);
  }

  /**
   * What was said about a report, for its reporter and admins. Of the claim of a name, for members of the node's
   * publisher too, or for owners of the publisher that is claimed.
   */
  @Get('reports/:reportId/messages')
  @Authenticated()
  @ApiErrors(NodeReportNotFound)
  async listReportMessages(
    @CurrentPrincipal() principal: Principal,
    @Param() { reportId }: ReportMessagesPath,
  ): Promise<ReportMessagesResponse> {
    const messages = await this.messages.list(principal, reportId);
    return { messages: messages.map((message) => ReportMessageResponse.from(message)) };
  }

  /** Says more about an open report. The others who may read it are told. */
  @Post('reports/:reportId/messages')
  @RequireScope('registry:write')
  @ApiErrors(NodeReportNotFound, NodeReportClosed, TooManyReportMessages)
  async addReportMessage(
    @CurrentPrincipal() principal: Principal,
    @Param() { reportId }: ReportMessagesPath,
    @Body() { text }: ReportMessageRequest,
  ): Promise<ReportMessageResponse> {
    return ReportMessageResponse.from(await this.messages.add(principal, reportId, text));
  }

  /** What users report of nodes and publishers, newest first. */
  @Get('admin/reports')
  @AdminOnly()
  async listReports(@Query() query: ListNodeReportsQuery): Promise<AdminNodeReportListResponse> {
    return this.reports.list(query);
  }

  /**
   * Answers a report. What is reported stays as it is. A node is banned, transferred, or released from quarantine by acts of its own;
   * a publisher is transferred (`POST /publishers/{publisherId}/transfer`), renamed (`PUT /publishers/{publisherId}`) or banned.
   */
  @Post('admin/reports/:reportId/resolve')
  @HttpCode(200)
  @AdminOnly()
  @ApiErrors(NodeReportNotFound, NodeReportClosed)
  async resolveReport(
    @CurrentPrincipal() principal: Principal,
    @Param() { reportId }: NodeReportPath,
    @Body() { verdict, answer }: ResolveNodeReportRequest,
  ): Promise<AdminNodeReportResponse> {
    return AdminNodeReportResponse.from(await this.reports.resolve(principal, reportId, verdict, answer));
  }
}
