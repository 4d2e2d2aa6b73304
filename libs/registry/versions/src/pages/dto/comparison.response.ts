import { ApiProperty } from '@nestjs/swagger';
import { ArchiveFileResponse, ArchiveFindingResponse } from '../../dto/version-report.response.js';

/** One of two compared versions. */
export class ComparedVersionResponse {
  /** Id of the version. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** Its number. */
  @ApiProperty({ example: '1.2.0' }) version!: string;

  /** When it was published. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;

  /** Size of its archive in bytes; null without one. */
  @ApiProperty({ type: 'integer', nullable: true }) archive_bytes!: number | null;

  /** Files in its archive. */
  @ApiProperty({ type: 'integer' }) files!: number;

  /** SPDX name of its licence; '' when it is not known. */
  @ApiProperty({ example: 'MIT' }) licence!: string;

  /** Python versions that it needs. */
  @ApiProperty({ example: '>=3.10' }) requires_python!: string;

  /** Versions of the host application that it supports. */
  @ApiProperty() supported_app_version!: string;
}

/** A file that both versions have, with different bytes. */
export class ChangedFileResponse extends ArchiveFileResponse {
  /** Its size in the earlier version. */
  @ApiProperty({ type: 'integer' }) bytes_before!: number;
}

/** Files, each list by path, at most 500. */
export class ComparedFilesResponse {
  /** Whether the files of both versions are known in full. */
  @ApiProperty() is_known!: boolean;

  /** How many differ in all. */
  @ApiProperty({ type: 'integer' }) total!: number;

  /** In the later version only. */
  @ApiProperty({ type: [ArchiveFileResponse] }) added!: ArchiveFileResponse[];

  /** In the earlier version only. */
  @ApiProperty({ type: [ArchiveFileResponse] }) removed!: ArchiveFileResponse[];

  /** In both, but different. */
  @ApiProperty({ type: [ChangedFileResponse] }) changed!: ChangedFileResponse[];
}

/** An app node that changed. */
export class ChangedAppNodeResponse {
  /** Its name. */
  @ApiProperty({ example: 'Blur' }) name!: string;

  /** Names of inputs that are new. */
  @ApiProperty({ type: [String] }) inputs_added!: string[];

  /** Names of inputs that are gone. */
  @ApiProperty({ type: [String] }) inputs_removed!: string[];

  /** Names of inputs that take something else. */
  @ApiProperty({ type: [String] }) inputs_changed!: string[];

  /** Whether it gives something else. */
  @ApiProperty() outputs_changed!: boolean;
}

/** App nodes, each list by name, at most 500. */
export class ComparedAppNodesResponse {
  /** Names in the later version only. */
  @ApiProperty({ type: [String] }) added!: string[];

  /** Names in the earlier version only. */
  @ApiProperty({ type: [String] }) removed!: string[];

  /** In both, with other inputs or outputs. */
  @ApiProperty({ type: [ChangedAppNodeResponse] }) changed!: ChangedAppNodeResponse[];
}

/** A dependency that both versions have, declared differently. */
export class ChangedDependencyResponse {
  /** Name of the Python package. */
  @ApiProperty({ example: 'numpy' }) name!: string;

  /** In the earlier version. */
  @ApiProperty({ example: 'numpy>=1.24' }) before!: string;

  /** In the later version. */
  @ApiProperty({ example: 'numpy>=1.26' }) after!: string;
}

/** pip dependencies. */
export class ComparedDependenciesResponse {
  /** In the later version only. */
  @ApiProperty({ type: [String] }) added!: string[];

  /** In the earlier version only. */
  @ApiProperty({ type: [String] }) removed!: string[];

  /** In both, but different. */
  @ApiProperty({ type: [ChangedDependencyResponse] }) changed!: ChangedDependencyResponse[];
}

/** Findings of the check, by code and file. */
export class ComparedFindingsResponse {
  /** In the later version only. */
  @ApiProperty({ type: [ArchiveFindingResponse] }) added!: ArchiveFindingResponse[];

  /** In the earlier version only. */
  @ApiProperty({ type: [ArchiveFindingResponse] }) removed!: ArchiveFindingResponse[];
}

/** What changed between two versions of a node. */
export class VersionComparisonResponse {
  /** The earlier version. */
  @ApiProperty({ type: ComparedVersionResponse }) from!: ComparedVersionResponse;

  /** The later version. */
  @ApiProperty({ type: ComparedVersionResponse }) to!: ComparedVersionResponse;

  /** Files of the archives. */
  @ApiProperty({ type: ComparedFilesResponse }) files!: ComparedFilesResponse;

  /** App nodes. */
  @ApiProperty({ type: ComparedAppNodesResponse }) app_nodes!: ComparedAppNodesResponse;

  /** Dependencies. */
  @ApiProperty({ type: ComparedDependenciesResponse }) dependencies!: ComparedDependenciesResponse;

  /** Findings, for members of the publisher and admins; null for others. */
  @ApiProperty({ type: ComparedFindingsResponse, nullable: true }) findings!: ComparedFindingsResponse | null;
}
