import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PageResponse, visibleProse } from '#libs/platform/http';
import { PublisherResponse } from '#libs/registry/publishers';
import { NodeVersionResponse } from '#libs/registry/versions/store';
import { type Node, NODE_STATUSES, type NodeStatus } from '../node.entity.js';
import { type NodeTranslations, shownTranslations } from '../node-translations.js';
import type { UpdateNodeRequest } from './node.request.js';

/** What a reply shows beside the node's own row. */
export type NodeSurroundings = {
  publisher: PublisherResponse;
  latestVersion: NodeVersionResponse | undefined;
  /** Whether the reader is a member of the publisher or an admin. */
  isInside: boolean;
  isAdmin: boolean;
};

/** A package for the host application. */
export class NodeResponse implements Required<UpdateNodeRequest> {
  @ApiProperty({ description: 'Unique id, as its publisher wrote it.', example: 'my-node' })
  id!: string;

  @ApiProperty({ description: 'Display name.', example: 'My Node' })
  name!: string;

  @ApiProperty({ description: 'Who wrote it.', example: 'Ada' })
  author!: string;

  @ApiProperty({ description: 'What it does.' })
  description!: string;

  @ApiProperty({ description: 'URL of the banner.' })
  banner_url!: string;

  @ApiProperty({ description: 'URL of the icon.' })
  icon!: string;

  @ApiProperty({ description: 'Use tags.', deprecated: true })
  category!: string;

  @ApiProperty({ description: 'When it was created.', format: 'date-time' })
  created_at!: string;

  @ApiProperty({ description: 'Number of downloads; it follows within seconds.', type: 'integer' })
  downloads!: number;

  @ApiProperty({ description: 'Stars of the repository.', type: 'integer' })
  github_stars!: number;

  @ApiProperty({ description: 'Path of the licence file in the repository.' })
  license!: string;

  @ApiProperty({ description: 'Average rating, 1 to 5; 0 without one.', example: 4.5 })
  rating!: number;

  @ApiProperty({ description: 'URL of the repository.' })
  repository!: string;

  @ApiProperty({
    description: 'Lower comes first among search results that match alike, 0 last.',
    type: 'integer',
  })
  search_ranking!: number;

  @ApiProperty({ description: 'Its status.', enum: NODE_STATUSES })
  status!: NodeStatus;

  @ApiProperty({ description: 'The reason of the status.' })
  status_detail!: string;

  @ApiPropertyOptional({
    description: 'The highest version that is active and not deprecated.',
    type: NodeVersionResponse,
  })
  latest_version?: NodeVersionResponse;

  @ApiProperty({ description: 'Who publishes it.', type: PublisherResponse })
  publisher!: PublisherResponse;

  @ApiProperty({ description: 'App node names preempted by this node.', type: [String] })
  preempted_app_node_names!: string[];

  @ApiProperty({ description: 'Such as CUDA, DirectML or ROCm; empty for all.', type: [String] })
  supported_accelerators!: string[];

  @ApiProperty({ description: 'Supported frontend versions of the host application.' })
  supported_app_frontend_version!: string;

  @ApiProperty({ description: 'Supported versions of the host application.' })
  supported_app_version!: string;

  @ApiProperty({ description: 'Operating systems; empty for all.', type: [String] })
  supported_os!: string[];

  @ApiProperty({ description: 'Words to find it by.', type: [String] })
  tags!: string[];

  @ApiProperty({
    description: "Notes of the admins; shown to them and to the publisher's members, else empty.",
    type: [String],
  })
  tags_admin!: string[];

  @ApiProperty({
    description: 'Name and description in other languages, by BCP 47 tag.',
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: { name: { type: 'string' }, description: { type: 'string' } },
    },
    example: { de: { name: 'Mein Knoten' } },
  })
  translations!: NodeTranslations;

  @ApiPropertyOptional({ description: 'Why an admin should look at it; shown to admins only.' })
  review_reason?: string;

  static from(node: Node, { publisher, latestVersion, isInside, isAdmin }: NodeSurroundings): NodeResponse {
    return {
      id: node.id,
      name: node.name,
      author: node.author,
      description: visibleProse(node.description),
      banner_url: node.bannerUrl,
      icon: node.icon,
      category: visibleProse(node.category),
      created_at: node.createdAt.toISOString(),
      downloads: node.downloads,
      github_stars: node.githubStars,
      license: visibleProse(node.license),
      rating: node.ratingCount === 0 ? 0 : node.ratingSum / node.ratingCount,
      repository: node.repository,
      search_ranking: node.searchRanking,
      status: node.status,
      status_detail: shownStatusDetail(node),
      ...(latestVersion === undefined ? {} : { latest_version: latestVersion }),
      publisher,
      preempted_app_node_names: node.preemptedAppNodeNames,
      supported_accelerators: node.supportedAccelerators,
      supported_app_frontend_version: visibleProse(node.supportedAppFrontendVersion),
      supported_app_version: visibleProse(node.supportedAppVersion),
      supported_os: node.supportedOs,
      tags: node.tags,
      tags_admin: isInside ? node.tagsAdmin : [],
      translations: shownTranslations(node.translations),
      ...(isAdmin && node.reviewReason !== null ? { review_reason: node.reviewReason } : {}),
    };
  }
}

/** A banned node shows why; its own detail comes back with it. */
export function shownStatusDetail(node: Node): string {
  return node.status === 'NodeStatusBanned' ? node.banReason : node.statusDetail;
}

/** A page of nodes. */
export class NodePageResponse extends PageResponse {
  @ApiProperty({ description: 'The nodes.', type: [NodeResponse] })
  nodes!: NodeResponse[];
}
