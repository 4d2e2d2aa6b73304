import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { responseOf } from '#libs/platform/http';
import { ADVISORY_SEVERITIES, type AdvisorySeverity } from '#libs/registry/versions/store';
import type { Advisory } from '../advisory.entity.js';
import { advisoryId } from '../advisory-id.js';

/** The version of the OSV schema (https://ossf.github.io/osv-schema/) that a record keeps to. */
const SCHEMA_VERSION = '1.7.5';

/** A range of versions by SemVer. */
export class OsvRangeResponse {
  /** How versions are compared. */
  @ApiProperty({ enum: ['SEMVER'] }) type!: 'SEMVER';

  /** Where the range begins, `0` for the first version of all, and where it ends. */
  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: { type: 'string' } },
    example: [{ introduced: '0' }, { fixed: '1.2.1' }],
  })
  events!: ({ introduced: string } | { fixed: string })[];
}

/** The node that an advisory is about. */
export class OsvNodeResponse {
  /** Id of the node. */
  @ApiProperty({ example: 'my-node' }) node_id!: string;
}

/** What is affected. `package` is absent, as OSV knows no ecosystem of these nodes. */
export class OsvAffectedResponse {
  /** The affected range, if there is one. */
  @ApiPropertyOptional({ type: [OsvRangeResponse] }) ranges?: OsvRangeResponse[];

  /** Affected versions besides those of the range. */
  @ApiProperty({ example: ['0.9.0'] }) versions!: string[];

  /** The node. */
  @ApiProperty({ type: OsvNodeResponse }) database_specific!: OsvNodeResponse;
}

/** Where to read more. */
export class OsvReferenceResponse {
  /** Kind of the reference. */
  @ApiProperty({ enum: ['WEB'] }) type!: 'WEB';

  /** Its address. */
  @ApiProperty({ format: 'uri' }) url!: string;
}

/** What the schema of OSV has no field for. */
export class OsvSeverityResponse {
  /** How bad it is. */
  @ApiProperty({ enum: ADVISORY_SEVERITIES }) severity!: AdvisorySeverity;
}

/** An advisory as an OSV record. */
export class OsvResponse {
  /** Version of the OSV schema. */
  @ApiProperty({ example: SCHEMA_VERSION }) schema_version!: string;

  /** Id of the advisory. */
  @ApiProperty({ example: 'x_ATL-2026-0001' }) id!: string;

  /** When it was last changed. */
  @ApiProperty({ format: 'date-time' }) modified!: string;

  /** When it was published. */
  @ApiProperty({ format: 'date-time' }) published!: string;

  /** When it was withdrawn; absent while it holds. */
  @ApiPropertyOptional({ format: 'date-time' }) withdrawn?: string;

  /** Ids of the same flaw elsewhere. */
  @ApiProperty({ example: ['CVE-2026-12345'] }) aliases!: string[];

  /** What it is about, on one line. */
  @ApiProperty({ example: 'Sends the keys of the host to a stranger.' }) summary!: string;

  /** The whole story, in Markdown. */
  @ApiProperty() details!: string;

  /** One entry: the node's affected versions. */
  @ApiProperty({ type: [OsvAffectedResponse] }) affected!: OsvAffectedResponse[];

  /** Where to read more. */
  @ApiProperty({ type: [OsvReferenceResponse] }) references!: OsvReferenceResponse[];

  /** Severity by our words: OSV takes only CVSS vectors. */
  @ApiProperty({ type: OsvSeverityResponse }) database_specific!: OsvSeverityResponse;

  static from(advisory: Advisory): OsvResponse {
    return responseOf(OsvResponse, advisory, {
      schema_version: SCHEMA_VERSION,
      id: advisoryId(advisory),
      modified: advisory.modifiedAt.toISOString(),
      published: advisory.publishedAt.toISOString(),
      withdrawn: advisory.withdrawnAt?.toISOString(),
      affected: [affectedOf(advisory)],
      references: advisory.referenceUrls.map((url) => ({ type: 'WEB', url })),
      database_specific: { severity: advisory.severity },
    });
  }
}

function affectedOf({ nodeId, introduced, fixed, rangeStart, versions }: Advisory): OsvAffectedResponse {
  const end = fixed === null ? [] : [{ fixed }];
  const range = { type: 'SEMVER' as const, events: [{ introduced: introduced ?? '0' }, ...end] };
  return {
    ...(rangeStart === null ? {} : { ranges: [range] }),
    versions,
    database_specific: { node_id: nodeId },
  };
}
