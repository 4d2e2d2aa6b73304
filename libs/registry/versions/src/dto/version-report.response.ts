import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  type ArchiveFinding,
  FINDING_SEVERITIES,
  type FindingSeverity,
} from '@atelier/package-reader/archive';
import { responseOf } from '#libs/platform/http';
import type { VersionReport } from '../version-report.entity.js';

/** A file of an archive. */
export class ArchiveFileResponse {
  /** Its path; without the folder around the package, unless the archive was refused. */
  @ApiProperty({ example: 'nodes/blur.py' }) path!: string;

  /** Unpacked size in bytes; for a refused archive, the size that it declares. */
  @ApiProperty({ type: 'integer' }) bytes!: number;
}

/** A finding of the check. */
export class ArchiveFindingResponse {
  /**
   * `refused`: why the archive was refused. `held`: why the version waits for a reviewer. `warning`: worth a look, and three of
   * different rules hold the version too. `note`: good to know.
   */
  @ApiProperty({ enum: FINDING_SEVERITIES }) severity!: FindingSeverity;

  /** Stable name of the finding. */
  @ApiProperty({ example: 'starts_programs' }) code!: string;

  /** Version of its rule; absent for findings that are no rules of the scan. */
  @ApiPropertyOptional({ type: 'integer' }) rule_version?: number;

  /** The finding as a sentence. */
  @ApiProperty({ example: 'Starts other programs.' }) message!: string;

  /** The file; absent when the finding is about the whole archive. */
  @ApiPropertyOptional() path?: string;

  /** Lines of the file that show it, counted from 1; the first 5 at most. */
  @ApiPropertyOptional({ type: 'array', items: { type: 'integer' }, maxItems: 5 }) lines?: number[];

  /** The text of the first line, cut to 200 characters, with invisible characters as code points. */
  @ApiPropertyOptional() excerpt?: string;

  /** SHA-256 of the file in hex. */
  @ApiPropertyOptional() sha256?: string;

  /** Whether its rule is on trial; then it does not count. */
  @ApiPropertyOptional() is_shadow?: boolean;

  /** Whether a reviewer approved it for this node before; then it does not count. */
  @ApiPropertyOptional() is_approved?: boolean;

  static from({ lines, ...finding }: ArchiveFinding): ArchiveFindingResponse {
    return responseOf(ArchiveFindingResponse, finding, { lines: lines && [...lines] });
  }
}

/** The result of the check of an archive. */
export class VersionReportResponse {
  /** When it was checked. */
  @ApiProperty({ format: 'date-time' }) checked_at!: string;

  /** The files in the order of the archive, at most 1,000. */
  @ApiProperty({ type: [ArchiveFileResponse] }) files!: ArchiveFileResponse[];

  /** Files in all. */
  @ApiProperty({ type: 'integer' }) files_total!: number;

  /** Unpacked bytes of all files. */
  @ApiProperty({ type: 'integer' }) bytes_total!: number;

  /** The findings, most serious first, at most 300. */
  @ApiProperty({ type: [ArchiveFindingResponse] }) findings!: ArchiveFindingResponse[];

  /** Findings in all. */
  @ApiProperty({ type: 'integer' }) findings_total!: number;

  static from({ checkedAt, report }: VersionReport): VersionReportResponse {
    return responseOf(
      VersionReportResponse,
      { checkedAt, ...report },
      {
        files: report.files.map((file) => responseOf(ArchiveFileResponse, file)),
        findings: report.findings.map((finding) => ArchiveFindingResponse.from(finding)),
      },
    );
  }
}
