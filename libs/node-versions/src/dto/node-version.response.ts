import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { NODE_VERSION_STATUSES, type NodeVersion, type NodeVersionStatus } from '../node-version.entity.js';

/** One release of a node. */
export class NodeVersionResponse {
  @ApiProperty({ description: 'Id of the version.', format: 'uuid' })
  id!: string;

  @ApiProperty({ description: 'Id of the node.', example: 'my-node' })
  node_id!: string;

  @ApiProperty({ description: 'Semantic version; unique per node.', example: '1.2.0' })
  version!: string;

  @ApiProperty({ description: 'Summary of changes.' })
  changelog!: string;

  @ApiProperty({
    description: 'Status of the extraction of app nodes.',
    enum: ['pending', 'success', 'failed'],
  })
  app_node_extract_status!: string;

  @ApiProperty({ description: 'Why the extraction failed, or what it could not know.' })
  app_node_extract_reason!: string;

  @ApiProperty({ description: 'When it was published.', format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ description: 'pip dependencies.', type: [String], example: ['numpy>=1.26'] })
  dependencies!: string[];

  @ApiProperty({ description: 'Whether its publisher advises against it.' })
  deprecated!: boolean;

  @ApiPropertyOptional({
    description: 'Where the archive is downloaded from; absent until it has arrived.',
    format: 'uri',
  })
  downloadUrl?: string;

  @ApiProperty({ description: 'SHA-256 of the archive in hex; empty until it has arrived.' })
  sha256!: string;

  @ApiProperty({ description: 'Where it stands.', enum: NODE_VERSION_STATUSES })
  status!: NodeVersionStatus;

  @ApiProperty({
    description: "Why it stands there; shown to the publisher's members and admins, else empty.",
  })
  status_reason!: string;

  @ApiProperty({ description: 'Such as CUDA, DirectML or ROCm; empty for all.', type: [String] })
  supported_accelerators!: string[];

  @ApiProperty({ description: 'Supported frontend versions of the host application.' })
  supported_app_frontend_version!: string;

  @ApiProperty({ description: 'Supported versions of the host application.' })
  supported_app_version!: string;

  @ApiProperty({ description: 'Operating systems; empty for all.', type: [String] })
  supported_os!: string[];

  @ApiProperty({ description: 'Tags.', type: [String] })
  tags!: string[];

  @ApiProperty({ description: 'Tags of the admins; shown to members and admins.', type: [String] })
  tags_admin!: string[];

  static from(version: NodeVersion, downloadUrl: string | undefined, isInside: boolean): NodeVersionResponse {
    return {
      id: version.id,
      node_id: version.nodeId,
      version: version.version,
      changelog: version.changelog,
      app_node_extract_status: version.appNodeExtractStatus,
      app_node_extract_reason: version.appNodeExtractReason,
      createdAt: version.createdAt.toISOString(),
      dependencies: version.dependencies,
      deprecated: version.deprecated,
      ...(downloadUrl === undefined ? {} : { downloadUrl }),
      sha256: version.archiveSha256?.toString('hex') ?? '',
      status: version.status,
      status_reason: isInside ? version.statusReason : '',
      supported_accelerators: version.supportedAccelerators,
      supported_app_frontend_version: version.supportedAppFrontendVersion,
      supported_app_version: version.supportedAppVersion,
      supported_os: version.supportedOs,
      tags: version.tags,
      tags_admin: isInside ? version.tagsAdmin : [],
    };
  }
}

/** A version that waits for its archive. */
export class PublishedVersionResponse {
  @ApiProperty({ description: 'The version, pending.', type: NodeVersionResponse })
  node_version!: NodeVersionResponse;

  @ApiProperty({ description: 'PUT the zip archive here within 15 minutes.', format: 'uri' })
  signedUrl!: string;
}

/** A page of versions. */
export class VersionListResponse {
  @ApiProperty({ description: 'The versions.', type: [NodeVersionResponse] })
  versions!: NodeVersionResponse[];

  @ApiProperty({ description: 'This page, from 1.', type: 'integer' })
  page!: number;

  @ApiProperty({ description: 'Versions on a page.', type: 'integer' })
  limit!: number;

  @ApiProperty({ description: 'Versions in all.', type: 'integer' })
  total!: number;

  @ApiProperty({ description: 'Pages in all.', type: 'integer' })
  totalPages!: number;
}

/** Which version was asked for. */
export class VersionIdentifierResponse {
  @ApiProperty({ description: 'The node asked for.', example: 'my-node' })
  node_id!: string;

  @ApiProperty({ description: 'The version asked for.', example: '1.2.0' })
  version!: string;
}

/** One answer of a bulk look-up. */
export class ResolvedVersionResponse {
  @ApiProperty({ description: 'Which version was asked for.', type: VersionIdentifierResponse })
  identifier!: VersionIdentifierResponse;

  @ApiProperty({ description: 'The node asked for.' })
  node_id!: string;

  @ApiProperty({ description: 'The version asked for.' })
  version!: string;

  @ApiProperty({ description: 'Whether it can be installed.', enum: ['success', 'not_found'] })
  status!: 'success' | 'not_found';

  @ApiProperty({ description: 'The version.', type: NodeVersionResponse, nullable: true })
  node_version!: NodeVersionResponse | null;
}

/** Answers in the order asked. */
export class BulkVersionsResponse {
  @ApiProperty({ description: 'One answer per version asked for.', type: [ResolvedVersionResponse] })
  node_versions!: ResolvedVersionResponse[];
}
