import { ApiProperty } from '@nestjs/swagger';
import { responseOf } from '#libs/platform/http';
import {
  type NodeReport,
  REPORT_REASONS,
  REPORT_VERDICTS,
  type ReportReason,
  type ReportVerdict,
} from '../node-report.entity.js';
import { REPORT_SIDES, type ReportMessage, type ReportSide } from '../report-message.entity.js';
import type { WeighedReport } from '../node-reports.repository.js';

/** What a user reports of a node, or of a publisher. */
export class NodeReportResponse {
  /** Id of the report. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** Id of the node; null for a report of a publisher. */
  @ApiProperty({ type: String, nullable: true, example: 'my-node' }) node_id!: string | null;

  /** Id of the publisher that is reported; null for a report of a node. */
  @ApiProperty({ type: String, nullable: true }) publisher_id!: string | null;

  /** What is wrong. */
  @ApiProperty({ enum: REPORT_REASONS }) reason!: ReportReason;

  /** What the reporter has seen. */
  @ApiProperty() details!: string;

  /** Number of the version that it is about; null for a whole node, and for a publisher. */
  @ApiProperty({ type: String, nullable: true }) version!: string | null;

  /** When the reporter first sent it. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;

  /** Whether the reporter was right; null while it is open. */
  @ApiProperty({ enum: REPORT_VERDICTS, nullable: true }) verdict!: ReportVerdict | null;

  /** What the reporter was told; empty while it is open. */
  @ApiProperty() answer!: string;

  /** When it was answered; null while it is open. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) closed_at!: string | null;

  static from(report: NodeReport): NodeReportResponse {
    return responseOf(NodeReportResponse, report);
  }
}

/** A part of your reports. */
export class NodeReportListResponse {
  /** The reports, newest first. */
  @ApiProperty({ type: [NodeReportResponse] }) reports!: NodeReportResponse[];

  /** For the next page; null when this is the last. */
  @ApiProperty({ type: String, nullable: true }) next_cursor!: string | null;
}

/** One message about a report. */
export class ReportMessageResponse {
  /** Id of the message. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** Who wrote it: the reporter, a member of the node's publisher or an owner of the reported one, or an admin. */
  @ApiProperty({ enum: REPORT_SIDES }) side!: ReportSide;

  /** The message. */
  @ApiProperty() text!: string;

  /** When it was written. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;

  static from(message: ReportMessage): ReportMessageResponse {
    return responseOf(ReportMessageResponse, message);
  }
}

/** The messages about a report. */
export class ReportMessagesResponse {
  /** The messages, oldest first. */
  @ApiProperty({ type: [ReportMessageResponse] }) messages!: ReportMessageResponse[];
}

/** A report as admins see it. */
export class AdminNodeReportResponse extends NodeReportResponse {
  /** Name of the node; null for a report of a publisher. */
  @ApiProperty({ type: String, nullable: true, example: 'My node' }) node_name!: string | null;

  /** Name of the publisher that is reported; null for a report of a node. */
  @ApiProperty({ type: String, nullable: true, example: null }) publisher_name!: string | null;

  /** Id of the reporter. */
  @ApiProperty({ format: 'uuid' }) reporter_id!: string;

  /** Name of the reporter. */
  @ApiProperty({ example: 'Ada' }) reporter_name!: string;

  /**
   * How much a report of this user counts for the quarantine of this node: 0, 1, or 3 for a trusted reporter. Reports of publishers
   * hide nothing.
   */
  @ApiProperty({ type: 'integer' }) weight!: number;

  static override from(report: WeighedReport): AdminNodeReportResponse {
    return responseOf(AdminNodeReportResponse, report);
  }
}

/** A part of all reports. */
export class AdminNodeReportListResponse {
  /** The reports, newest first. */
  @ApiProperty({ type: [AdminNodeReportResponse] }) reports!: AdminNodeReportResponse[];

  /** For the next page; null when this is the last. */
  @ApiProperty({ type: String, nullable: true }) next_cursor!: string | null;
}
