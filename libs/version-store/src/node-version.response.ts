import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { NODE_VERSION_STATUSES, type NodeVersion, type NodeVersionStatus } from './node-version.entity.js';

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
    description:
      'Status of the extraction of app nodes. `success`: what is listed can be believed, also where the reason names a part ' +
      'that is not known. `failed`: the package could not be read to its end, or none of the names it may bring is known.',
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

  @ApiProperty({ description: 'Its status.', enum: NODE_VERSION_STATUSES })
  status!: NodeVersionStatus;

  @ApiProperty({
    description: "The reason of the status; shown to the publisher's members and admins, else empty.",
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
