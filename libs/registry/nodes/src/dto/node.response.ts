import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PageResponse, responseOf, visibleProse } from '#libs/platform/http';
import { PublisherResponse } from '#libs/registry/publishers';
import { NodeVersionResponse } from '#libs/registry/versions/store';
import { isQuarantined, type Node, NODE_STATUSES, type NodeStatus } from '../node.entity.js';
import { type NodeTranslations, shownTranslations } from '../node-translations.js';
import type { UpdateNodeRequest } from './node.request.js';

export type NodeSurroundings = {
  publisher: PublisherResponse;
  latestVersion: NodeVersionResponse | undefined;
  /** Whether the reader is a member of the publisher or an admin. */
  isInside: boolean;
  isAdmin: boolean;
  /** Paths of its pictures on this server, or ''. */
  iconPath: string;
  bannerPath: string;
};

/** A package for the host application. */
export class NodeResponse implements Required<UpdateNodeRequest> {
  /** Unique id, as its publisher wrote it. */
  @ApiProperty({ example: 'my-node' }) id!: string;

  /** Display name. */
  @ApiProperty({ example: 'My Node' }) name!: string;

  /** Who wrote it. */
  @ApiProperty({ example: 'Ada' }) author!: string;

  /** What it does. */
  @ApiProperty() description!: string;

  /** URL of the banner. */
  @ApiProperty() banner_url!: string;

  /** URL of the icon. */
  @ApiProperty() icon!: string;

  /** Path of the banner on this server, to show without asking another host; '' without one. Takes `width`. */
  @ApiProperty({ example: '' }) banner_path!: string;

  /** Path of the icon on this server, as `banner_path`. */
  @ApiProperty({ example: '' }) icon_path!: string;

  /** Use tags. */
  @ApiProperty({ deprecated: true }) category!: string;

  /** When it was created. */
  @ApiProperty({ format: 'date-time' }) created_at!: string;

  /** Number of downloads, up to date within seconds. */
  @ApiProperty({ type: 'integer' }) downloads!: number;

  /** Stars of the repository. */
  @ApiProperty({ type: 'integer' }) github_stars!: number;

  /** Path of the licence file in the repository. */
  @ApiProperty() license!: string;

  /** Average rating, 1 to 5; 0 without one. */
  @ApiProperty({ example: 4.5 }) rating!: number;

  /** URL of the repository. */
  @ApiProperty() repository!: string;

  /** Lower comes first among search results that match alike, 0 last. */
  @ApiProperty({ type: 'integer' }) search_ranking!: number;

  /** Its status. */
  @ApiProperty({ enum: NODE_STATUSES }) status!: NodeStatus;

  /** The reason of the status. */
  @ApiProperty() status_detail!: string;

  /** The highest version that is active and not deprecated. */
  @ApiPropertyOptional({ type: NodeVersionResponse }) latest_version?: NodeVersionResponse;

  /** Who publishes it. */
  @ApiProperty({ type: PublisherResponse }) publisher!: PublisherResponse;

  /** App node names preempted by this node. */
  @ApiProperty() preempted_app_node_names!: string[];

  /** Such as CUDA, DirectML or ROCm; empty for all. */
  @ApiProperty() supported_accelerators!: string[];

  /** Supported frontend versions of the host application. */
  @ApiProperty() supported_app_frontend_version!: string;

  /** Supported versions of the host application. */
  @ApiProperty() supported_app_version!: string;

  /** Operating systems; empty for all. */
  @ApiProperty() supported_os!: string[];

  /** Words to find it by. */
  @ApiProperty() tags!: string[];

  /** Notes of the admins; shown to them and to the publisher's members, else empty. */
  @ApiProperty() tags_admin!: string[];

  /** Name and description in other languages, by BCP 47 tag. */
  @ApiProperty({
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: { name: { type: 'string' }, description: { type: 'string' } },
    },
    example: { de: { name: 'Mein Knoten' } },
  })
  translations!: NodeTranslations;

  /** Whether its versions may come from trusted publishers only: CI workflows that its publisher has named. */
  @ApiProperty() requires_trusted_publishing!: boolean;

  /**
   * Since when it is quarantined: banned until an admin has checked it, with the reason in `status_detail`. Shown to admins and
   * to the publisher's members.
   */
  @ApiPropertyOptional({ format: 'date-time' }) quarantined_at?: string;

  /** Why an admin should look at it; shown to admins only. */
  @ApiPropertyOptional() review_reason?: string;

  static from(node: Node, surroundings: NodeSurroundings): NodeResponse {
    const { publisher, latestVersion, isInside, isAdmin, iconPath, bannerPath } = surroundings;
    return responseOf(NodeResponse, node, {
      icon_path: iconPath,
      banner_path: bannerPath,
      description: visibleProse(node.description),
      category: visibleProse(node.category),
      license: visibleProse(node.license),
      rating: node.ratingCount === 0 ? 0 : node.ratingSum / node.ratingCount,
      status_detail: shownStatusDetail(node),
      latest_version: latestVersion,
      publisher,
      supported_app_frontend_version: visibleProse(node.supportedAppFrontendVersion),
      supported_app_version: visibleProse(node.supportedAppVersion),
      tags_admin: isInside ? node.tagsAdmin : [],
      translations: shownTranslations(node.translations),
      quarantined_at: isInside && isQuarantined(node) ? node.quarantinedAt?.toISOString() : undefined,
      review_reason: isAdmin ? (node.reviewReason ?? undefined) : undefined,
    });
  }
}

/** A banned node shows the reason of the ban; `statusDetail` is shown again after the ban. */
export function shownStatusDetail(node: Node): string {
  return node.status === 'NodeStatusBanned' ? node.banReason : node.statusDetail;
}

/** A page of nodes. */
export class NodePageResponse extends PageResponse {
  /** The nodes. */
  @ApiProperty({ type: [NodeResponse] }) nodes!: NodeResponse[];
}
