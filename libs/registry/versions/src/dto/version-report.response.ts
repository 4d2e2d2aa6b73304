import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  type ArchiveFinding,
  FINDING_SEVERITIES,
  type FindingSeverity,
} from '@atelier/package-reader/archive';
import type { VersionReport } from '../version-report.entity.js';

/** A file of an archive. */
export class ArchiveFileResponse {
  /** Its path; without the folder around the package, unless the archive was refused. */
  @ApiProperty({ example: 'nodes/blur.py' }) path!: string;

  /** Unpacked size in bytes; of a refused archive what it declares. */
  @ApiProperty({ type: 'integer' }) bytes!: number;
}

/** Something that the check saw. */
export class ArchiveFindingResponse {
  /** `refused`: why the archive was refused. `warning`: worth a look. `note`: good to know. Only the first flags a version. */
  @ApiProperty({ enum: FINDING_SEVERITIES }) severity!: FindingSeverity;

  /** Stable name of what was seen. */
  @ApiProperty({ example: 'starts_programs' }) code!: string;

  /** What was seen. */
  @ApiProperty({ example: 'Starts other programs.' }) message!: string;

  /** The file; absent when it is about the whole archive. */
  @ApiPropertyOptional() path?: string;

  /** The first lines of the file that show it, at most 5, from 1. */
  @ApiPropertyOptional({ type: 'array', items: { type: 'integer' }, maxItems: 5 }) lines?: number[];

  static from({ severity, code, message, path, lines }: ArchiveFinding): ArchiveFindingResponse {
    return {
      severity,
      code,
      message,
      ...(path === undefined ? {} : { path }),
      ...(lines === undefined ? {} : { lines: [...lines] }),
    };
  }
}

/** What the check of an archive saw. */
export class VersionReportResponse {
  /** When it was checked. */
  @ApiProperty({ format: 'date-time' }) checked_at!: string;

  /** The files in the order of the archive, at most 1,000. */
  @ApiProperty({ type: [ArchiveFileResponse] }) files!: ArchiveFileResponse[];

  /** Files in all. */
  @ApiProperty({ type: 'integer' }) files_total!: number;

  /** Unpacked bytes of all files. */
  @ApiProperty({ type: 'integer' }) bytes_total!: number;

  /** What was seen, the gravest first, at most 300. */
  @ApiProperty({ type: [ArchiveFindingResponse] }) findings!: ArchiveFindingResponse[];

  /** Findings in all. */
  @ApiProperty({ type: 'integer' }) findings_total!: number;

  static from({ checkedAt, report }: VersionReport): VersionReportResponse {
    return {
      checked_at: checkedAt.toISOString(),
      files: report.files.map(({ path, bytes }) => ({ path, bytes })),
      files_total: report.filesTotal,
      bytes_total: report.bytesTotal,
      findings: report.findings.map((finding) => ArchiveFindingResponse.from(finding)),
      findings_total: report.findingsTotal,
    };
  }
}
