import { ApiProperty } from '@nestjs/swagger';
import { responseOf } from '#libs/platform/http';
import { NODE_ACTS, type NodeAct } from '../../node-moderation.js';
import { NODE_STATUSES, type NodeStatus } from '../../node.entity.js';
import type { BulkActPreview } from '../bulk-acts.js';
import type { BulkActProgress, PlannedNode } from '../bulk-acts.repository.js';

/** A node that a bulk act would change. */
export class PlannedNodeResponse {
  /** Id of the node. */
  @ApiProperty() id!: string;

  /** Its name. */
  @ApiProperty() name!: string;

  /** Id of its publisher. */
  @ApiProperty() publisher_id!: string;

  /** Its present status. */
  @ApiProperty({ enum: NODE_STATUSES }) status!: NodeStatus;

  /** Since when it is quarantined; null when it is not. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) quarantined_at!: string | null;

  static from(node: PlannedNode): PlannedNodeResponse {
    return responseOf(PlannedNodeResponse, node);
  }
}

/** What a bulk act would change. */
export class BulkActPreviewResponse {
  /** How many nodes. */
  @ApiProperty({ type: 'integer' }) total!: number;

  /** The first 50, by id. */
  @ApiProperty({ type: [PlannedNodeResponse] }) nodes!: PlannedNodeResponse[];

  /** Stands for the act and exactly these nodes; the run takes it. */
  @ApiProperty() digest!: string;

  static from({ total, nodes, digest }: BulkActPreview): BulkActPreviewResponse {
    return { total, nodes: nodes.map((node) => PlannedNodeResponse.from(node)), digest };
  }
}

/** A bulk act with its progress. */
export class BulkActResponse {
  /** Id of the bulk act. */
  @ApiProperty({ format: 'uuid' }) id!: string;

  /** What is done. */
  @ApiProperty({ enum: NODE_ACTS }) act!: NodeAct;

  /** Why. */
  @ApiProperty() reason!: string;

  /** When it was started. */
  @ApiProperty({ format: 'date-time' }) started_at!: string;

  /** When it ended; null while it runs. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) ended_at!: string | null;

  /** How many nodes it is for. */
  @ApiProperty({ type: 'integer' }) total!: number;

  /** Nodes that were changed. */
  @ApiProperty({ type: 'integer' }) done!: number;

  /** Nodes that were left as they are, each for a reason. */
  @ApiProperty({ type: 'integer' }) failed!: number;

  static from(progress: BulkActProgress): BulkActResponse {
    return responseOf(BulkActResponse, progress);
  }
}

/** A node that a bulk act left as it is. */
export class FailedNodeResponse {
  /** Id of the node. */
  @ApiProperty() node_id!: string;

  /** Why. */
  @ApiProperty() problem!: string;
}

/** A bulk act with its progress and what failed. */
export class BulkActWithFailuresResponse extends BulkActResponse {
  /** The nodes that were left as they are, by id. */
  @ApiProperty({ type: [FailedNodeResponse] }) failures!: FailedNodeResponse[];
}

/** The last bulk acts. */
export class BulkActListResponse {
  /** At most 50, newest first. */
  @ApiProperty({ type: [BulkActResponse] }) bulk_acts!: BulkActResponse[];
}
