import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  type ArchiveFinding,
  FINDING_SEVERITIES,
  type FindingSeverity,
} from '@atelier/package-reader/archive';
import type { VersionReport } from '../version-report.entity.js';

/** A file of an archive. */
export class ArchiveFileResponse {
  @ApiProperty({
    description: 'Its path; without the folder around the package, unless the archive was refused.',
    example: 'nodes/blur.py',
  })
  path!: string;

  @ApiProperty({
    description: 'Unpacked size in bytes; of a refused archive what it declares.',
    type: 'integer',
  })
  bytes!: number;
}

/** Something that the check saw. */
export class ArchiveFindingResponse {
  @ApiProperty({
    description:
      '`refused`: why the archive was refused. `warning`: worth a look. `note`: good to know. Only the first flags a version.',
    enum: FINDING_SEVERITIES,
  })
  severity!: FindingSeverity;

  @ApiProperty({ description: 'Stable name of what was seen.', example: 'starts_programs' })
  code!: string;

  @ApiProperty({ description: 'What was seen.', example: 'Starts other programs.' })
  message!: string;

  @ApiPropertyOptional({ description: 'The file; absent when it is about the whole archive.' })
  path?: string;

  @ApiPropertyOptional({
    description: 'The first lines of the file that show it, at most 5, from 1.',
    type: 'array',
    items: { type: 'integer' },
    maxItems: 5,
  })
  lines?: number[];

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
  @ApiProperty({ description: 'When it was checked.', format: 'date-time' })
  checked_at!: string;

  @ApiProperty({
    description: 'The files in the order of the archive, at most 1,000.',
    type: [ArchiveFileResponse],
  })
  files!: ArchiveFileResponse[];

  @ApiProperty({ description: 'Files in all.', type: 'integer' })
  files_total!: number;

  @ApiProperty({ description: 'Unpacked bytes of all files.', type: 'integer' })
  bytes_total!: number;

  @ApiProperty({
    description: 'What was seen, the gravest first, at most 300.',
    type: [ArchiveFindingResponse],
  })
  findings!: ArchiveFindingResponse[];

  @ApiProperty({ description: 'Findings in all.', type: 'integer' })
  findings_total!: number;

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
