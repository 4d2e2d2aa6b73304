import { ApiProperty } from '@nestjs/swagger';
import { PageResponse } from '#libs/platform/http';
import { NodeVersionResponse } from '#libs/registry/versions/store';

/** A version that waits for its archive. */
export class PublishedVersionResponse {
  @ApiProperty({ description: 'The version, pending.', type: NodeVersionResponse })
  node_version!: NodeVersionResponse;

  @ApiProperty({ description: 'PUT the zip archive here within 15 minutes.', format: 'uri' })
  signedUrl!: string;
}

/** A page of versions. */
export class VersionListResponse extends PageResponse {
  @ApiProperty({ description: 'The versions.', type: [NodeVersionResponse] })
  versions!: NodeVersionResponse[];
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
