import { ApiProperty } from '@nestjs/swagger';
import { NodeResponse } from '../dto/node.response.js';

/** A node that is downloaded more than before. */
export class RisingNodeResponse {
  /** The node. */
  @ApiProperty({ type: NodeResponse }) node!: NodeResponse;

  /** Downloads of the last 7 days. */
  @ApiProperty({ type: 'integer' }) downloads_week!: number;

  /** Downloads of the 7 days before. */
  @ApiProperty({ type: 'integer' }) downloads_week_before!: number;
}

/** The nodes that rise most. */
export class RisingNodeListResponse {
  /** The one that rises most first. */
  @ApiProperty({ type: [RisingNodeResponse] }) nodes!: RisingNodeResponse[];
}

/** A node that needs another one. */
export class DependentResponse {
  /** The node. */
  @ApiProperty({ type: NodeResponse }) node!: NodeResponse;

  /** The dependency, as its latest version declares it. */
  @ApiProperty({ example: 'my-node>=1.2' }) requirement!: string;
}

/** A part of the nodes that need another one. */
export class DependentListResponse {
  /** The nodes, by id. */
  @ApiProperty({ type: [DependentResponse] }) dependents!: DependentResponse[];

  /** For the next page; null when this is the last. */
  @ApiProperty({ type: String, nullable: true }) next_cursor!: string | null;
}
