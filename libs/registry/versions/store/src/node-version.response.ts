import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { responseOf, visibleProse } from '#libs/platform/http';
import {
  NODE_VERSION_STATUSES,
  type NodeVersion,
  type NodeVersionStatus,
  type VersionProvenance,
} from './node-version.entity.js';

/** Who published a version. */
export class PublishedByResponse {
  /** Id of the user; null once the user is deleted. */
  @ApiProperty({ format: 'uuid', nullable: true }) user_id!: string | null;

  /** Name of the user. */
  @ApiProperty({ nullable: true, example: 'Ada' }) user_name!: string | null;

  /** Id of the token or session; null for a token of an issuer, and for versions published before it was recorded. */
  @ApiProperty({ format: 'uuid', nullable: true }) token_id!: string | null;

  /** Name of the token; null once the token is deleted. */
  @ApiProperty({ nullable: true, example: 'CI' }) token_name!: string | null;
}

export const ADVISORY_SEVERITIES = ['low', 'moderate', 'high', 'critical'] as const;
export type AdvisorySeverity = (typeof ADVISORY_SEVERITIES)[number];

/** What an advisory says about a version that it affects. */
export class AdvisoryWarningResponse {
  /** Id of the advisory: `GET /advisories/{id}` has all of it. */
  @ApiProperty({ example: 'x_ATL-2026-0001' }) id!: string;

  /** How bad it is. */
  @ApiProperty({ enum: ADVISORY_SEVERITIES }) severity!: AdvisorySeverity;

  /** What it is about, on one line. */
  @ApiProperty({ example: 'Sends the keys of the host to a stranger.' }) summary!: string;

  /** The first version that is not affected any more. */
  @ApiPropertyOptional({ example: '1.2.1' }) fixed?: string;
}

/** The CI job that published a version without a stored secret, as its host said. `GET …/provenance` has the proof. */
export class VersionProvenanceResponse {
  /** Issuer of the job's token. */
  @ApiProperty({ example: 'https://token.actions.githubusercontent.com' }) issuer!: string;

  /** The repository. */
  @ApiProperty({ format: 'uri', example: 'https://github.com/octo-org/octo-repo' }) repository!: string;

  /** The commit. */
  @ApiProperty({ example: 'f3b1c2d4e5f60718293a4b5c6d7e8f9001122334' }) commit!: string;

  /** Where the commit is seen. */
  @ApiProperty({ format: 'uri' }) commit_url!: string;

  /** The branch or tag that the job ran for. */
  @ApiProperty({ example: 'refs/tags/v1.2.0' }) ref!: string;

  /** Path of the workflow's file in the repository. */
  @ApiProperty({ example: '.github/workflows/release.yml' }) workflow!: string;

  /** Environment of the job; '' without one. */
  @ApiProperty({ example: 'release' }) environment!: string;

  /** The run. */
  @ApiProperty({ format: 'uri', example: 'https://github.com/octo-org/octo-repo/actions/runs/1' })
  run_url!: string;

  static from({ repositoryUrl, ...job }: VersionProvenance): VersionProvenanceResponse {
    return responseOf(VersionProvenanceResponse, job, { repository: repositoryUrl });
  }
}

/** One release of a node. */
export class NodeVersionResponse {
  /** Id of the version. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** Id of the node. */
  @ApiProperty({ example: 'my-node' }) node_id!: string;

  /** Name of the node; only in lists of the versions of many nodes. */
  @ApiPropertyOptional({ example: 'My node' }) node_name?: string;

  /** Semantic version; unique per node. */
  @ApiProperty({ example: '1.2.0' }) version!: string;

  /** Summary of changes. */
  @ApiProperty() changelog!: string;

  /** Status of the extraction of app nodes. `success`: the list is reliable, even if the reason names a part that is not known. `failed`: the package could not be read completely, or none of the names it may bring is known. */
  @ApiProperty({ enum: ['pending', 'success', 'failed'] }) app_node_extract_status!: string;

  /** Why the extraction failed, or what it could not find out. */
  @ApiProperty() app_node_extract_reason!: string;

  /** When it was published. */
  @ApiProperty({ format: 'date-time' }) createdAt!: string;

  /** pip dependencies. */
  @ApiProperty({ example: ['numpy>=1.26'] }) dependencies!: string[];

  /** Whether its publisher advises against it. */
  @ApiProperty() deprecated!: boolean;

  /** URL of the archive; absent until it has arrived. */
  @ApiPropertyOptional({ format: 'uri' }) downloadUrl?: string;

  /** SHA-256 of the archive in hex; empty until it has arrived. */
  @ApiProperty() sha256!: string;

  /** Its status. */
  @ApiProperty({ enum: NODE_VERSION_STATUSES }) status!: NodeVersionStatus;

  /** The reason of the status; shown to the publisher's members and admins, else empty. */
  @ApiProperty() status_reason!: string;

  /** Code of the rule by which the check refused the archive; null when it was not refused. A refused version cannot be approved, and its number may be published again. Shown to members and admins. */
  @ApiPropertyOptional({ nullable: true, example: null }) archive_refusal?: string | null;

  /** Who published it; null for an imported version. Shown to members and admins. */
  @ApiPropertyOptional({ type: PublishedByResponse, nullable: true })
  published_by?: PublishedByResponse | null;

  /** The CI job that published it by trusted publishing; absent for other versions. */
  @ApiPropertyOptional({ type: VersionProvenanceResponse }) provenance?: VersionProvenanceResponse;

  /** Advisories that affect the version and are not withdrawn. Absent if there are none, in lists, and in a node's `latest_version`. */
  @ApiPropertyOptional({ type: [AdvisoryWarningResponse] }) advisories?: AdvisoryWarningResponse[];

  /** Such as CUDA, DirectML or ROCm; empty for all. */
  @ApiProperty() supported_accelerators!: string[];

  /** Supported frontend versions of the host application. */
  @ApiProperty() supported_app_frontend_version!: string;

  /** Supported versions of the host application. */
  @ApiProperty() supported_app_version!: string;

  /** Operating systems; empty for all. */
  @ApiProperty() supported_os!: string[];

  /** Tags. */
  @ApiProperty() tags!: string[];

  /** Tags of the admins; shown to members and admins. */
  @ApiProperty() tags_admin!: string[];

  static from(
    version: NodeVersion & { nodeName?: string },
    downloadUrl: string | undefined,
    isInside: boolean,
  ): NodeVersionResponse {
    return responseOf(NodeVersionResponse, version, {
      node_name: version.nodeName,
      changelog: visibleProse(version.changelog),
      dependencies: version.dependencies.map(visibleProse),
      downloadUrl,
      sha256: version.archiveSha256?.toString('hex') ?? '',
      status_reason: isInside ? version.statusReason : '',
      supported_app_frontend_version: visibleProse(version.supportedAppFrontendVersion),
      supported_app_version: visibleProse(version.supportedAppVersion),
      tags_admin: isInside ? version.tagsAdmin : [],
      archive_refusal: isInside ? version.archiveRefusal : undefined,
      published_by: undefined,
      provenance: version.provenance ? VersionProvenanceResponse.from(version.provenance) : undefined,
      advisories: undefined,
    });
  }
}
