import { ApiProperty } from '@nestjs/swagger';
import { PageResponse } from '#libs/platform/http';
import { NodeVersionResponse } from '#libs/registry/versions/store';

/** A version that waits for its archive. */
export class PublishedVersionResponse {
  /** The version, pending. */
  @ApiProperty({ type: NodeVersionResponse }) node_version!: NodeVersionResponse;

  /** PUT the zip archive here within 15 minutes. */
  @ApiProperty({ format: 'uri' }) signedUrl!: string;
}

/** A page of versions. */
export class VersionListResponse extends PageResponse {
  /** The versions. */
  @ApiProperty({ type: [NodeVersionResponse] }) versions!: NodeVersionResponse[];
}

/** Which version was asked for. */
export class VersionIdentifierResponse {
  /** The node asked for. */
  @ApiProperty({ example: 'my-node' }) node_id!: string;

  /** The version asked for. */
  @ApiProperty({ example: '1.2.0' }) version!: string;
}

/** One answer of a bulk look-up. */
export class ResolvedVersionResponse {
  /** Which version was asked for. */
  @ApiProperty({ type: VersionIdentifierResponse }) identifier!: VersionIdentifierResponse;

  /** The node asked for. */
  @ApiProperty() node_id!: string;

  /** The version asked for. */
  @ApiProperty() version!: string;

  /** Whether it can be installed. */
  @ApiProperty({ enum: ['success', 'not_found'] }) status!: 'success' | 'not_found';

  /** The version. */
  @ApiProperty({ type: NodeVersionResponse, nullable: true }) node_version!: NodeVersionResponse | null;
}

/** Answers in the order asked. */
export class BulkVersionsResponse {
  /** One answer per version asked for. */
  @ApiProperty({ type: [ResolvedVersionResponse] }) node_versions!: ResolvedVersionResponse[];
}

/** An archive that has arrived. */
export class ReceivedArchiveResponse {
  /** Id of the version. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** Size of the archive. */
  @ApiProperty({ type: 'integer' }) bytes!: number;

  /** SHA-256 of the archive in hex. */
  @ApiProperty() sha256!: string;
}
