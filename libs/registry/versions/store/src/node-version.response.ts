import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { visibleProse } from '#libs/platform/http';
import { NODE_VERSION_STATUSES, type NodeVersion, type NodeVersionStatus } from './node-version.entity.js';

/** Who published a version. */
export class PublishedByResponse {
  @ApiProperty({
    description: 'Id of the user; null once gone.',
    type: 'string',
    format: 'uuid',
    nullable: true,
  })
  user_id!: string | null;

  @ApiProperty({ description: 'Name of the user.', type: 'string', nullable: true, example: 'Ada' })
  user_name!: string | null;

  @ApiProperty({
    description:
      'Id of the token or session; null for a token of an issuer, and for versions of before it was kept.',
    type: 'string',
    format: 'uuid',
    nullable: true,
  })
  token_id!: string | null;

  @ApiProperty({
    description: 'Name of the token; null once gone.',
    type: 'string',
    nullable: true,
    example: 'CI',
  })
  token_name!: string | null;
}

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

  @ApiPropertyOptional({
    description:
      'Code of the rule by which the check refused the archive; null when it did not. Such a version cannot be approved, and its number may be published again. Shown to members and admins.',
    type: 'string',
    nullable: true,
    example: null,
  })
  archive_refusal?: string | null;

  @ApiPropertyOptional({
    description: 'Who published it; null for an imported version. Shown to members and admins.',
    type: PublishedByResponse,
    nullable: true,
  })
  published_by?: PublishedByResponse | null;

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
      changelog: visibleProse(version.changelog),
      app_node_extract_status: version.appNodeExtractStatus,
      app_node_extract_reason: version.appNodeExtractReason,
      createdAt: version.createdAt.toISOString(),
      dependencies: version.dependencies.map(visibleProse),
      deprecated: version.deprecated,
      ...(downloadUrl === undefined ? {} : { downloadUrl }),
      sha256: version.archiveSha256?.toString('hex') ?? '',
      status: version.status,
      status_reason: isInside ? version.statusReason : '',
      supported_accelerators: version.supportedAccelerators,
      supported_app_frontend_version: visibleProse(version.supportedAppFrontendVersion),
      supported_app_version: visibleProse(version.supportedAppVersion),
      supported_os: version.supportedOs,
      tags: version.tags,
      tags_admin: isInside ? version.tagsAdmin : [],
      ...(isInside ? { archive_refusal: version.archiveRefusal } : {}),
    };
  }
}
