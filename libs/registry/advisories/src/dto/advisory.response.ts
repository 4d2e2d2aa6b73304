import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { responseOf } from '#libs/platform/http';
import { ADVISORY_SEVERITIES, type AdvisorySeverity } from '#libs/registry/versions/store';
import type { Advisory } from '../advisory.entity.js';
import { advisoryId } from '../advisory-id.js';

/** A public warning of versions of a node. */
export class AdvisoryResponse {
  /** Id of the advisory. */
  @ApiProperty({ example: 'x_ATL-2026-0001' }) id!: string;

  /** Id of the node. */
  @ApiProperty({ example: 'my-node' }) node_id!: string;

  /** Name of the node. In the list of all advisories. */
  @ApiPropertyOptional({ example: 'My node' }) node_name?: string;

  /** How bad it is. */
  @ApiProperty({ enum: ADVISORY_SEVERITIES }) severity!: AdvisorySeverity;

  /** What it is about, on one line. */
  @ApiProperty({ example: 'Sends the keys of the host to a stranger.' }) summary!: string;

  /** The whole story, in Markdown. */
  @ApiProperty() details!: string;

  /** The first affected version; null for the first of all. */
  @ApiProperty({ nullable: true, example: null }) introduced!: string | null;

  /** The first version that is not affected any more; null when there is none. */
  @ApiProperty({ nullable: true, example: '1.2.1' }) fixed!: string | null;

  /** Affected versions besides those from `introduced` to `fixed`; only these when both are null and it is not empty. */
  @ApiProperty({ example: [] }) versions!: string[];

  /** Ids of the same flaw elsewhere. */
  @ApiProperty({ example: ['CVE-2026-12345'] }) aliases!: string[];

  /** Where to read more. */
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uri' } }) references!: string[];

  /** When it was published. */
  @ApiProperty({ format: 'date-time' }) published_at!: string;

  /** When it was last changed. */
  @ApiProperty({ format: 'date-time' }) modified_at!: string;

  /** When it was withdrawn; null while it holds. */
  @ApiProperty({ format: 'date-time', nullable: true, example: null }) withdrawn_at!: string | null;

  /** Why it was withdrawn; else empty. */
  @ApiProperty({ example: '' }) withdrawal_reason!: string;

  static from(advisory: Advisory, nodeName?: string): AdvisoryResponse {
    return responseOf(AdvisoryResponse, advisory, {
      id: advisoryId(advisory),
      node_name: nodeName,
      references: advisory.referenceUrls,
    });
  }
}

/** A part of the advisories, newest first. */
export class AdvisoryListResponse {
  /** The advisories. */
  @ApiProperty({ type: [AdvisoryResponse] }) advisories!: AdvisoryResponse[];

  /** Pass it as `cursor` for the next page; null on the last. */
  @ApiProperty({ nullable: true }) next_cursor!: string | null;
}

/** All advisories of a node. */
export class NodeAdvisoriesResponse {
  /** The advisories, newest first. */
  @ApiProperty({ type: [AdvisoryResponse] }) advisories!: AdvisoryResponse[];
}
