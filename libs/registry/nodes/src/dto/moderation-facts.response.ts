import { ApiProperty } from '@nestjs/swagger';
import { LIKENESSES, type Likeness } from '../name-likeness.js';
import { NodeResponse } from './node.response.js';

/** A node of another publisher that has a similar id. */
export class LookAlikeResponse {
  /**
   * How: `same_letters`, letter case and signs aside; `copied`, the author with the name, the repository or the description; else it
   * is popular, and the other's name differs in an affix such as `comfyui-`, in letters that look the same, in the order of words,
   * in one bit, or in one letter: a `typo`, `omitted`, or any other (`one_edit`).
   */
  @ApiProperty({ enum: LIKENESSES }) likeness!: Likeness;

  /** That node. */
  @ApiProperty({ type: NodeResponse }) node!: NodeResponse;
}

/** Nodes of other publishers that a node may be taken for. */
export class LookAlikesResponse {
  /** The nodes; those with the same letters first. */
  @ApiProperty({ type: [LookAlikeResponse] }) look_alikes!: LookAlikeResponse[];
}

/** A node that a ban would hide. */
export class BanExampleResponse {
  /** Id of the node. */
  @ApiProperty({ example: 'my-node' }) id!: string;

  /** Its name. */
  @ApiProperty({ example: 'My Node' }) name!: string;

  /** Its downloads. */
  @ApiProperty({ type: 'integer' }) downloads!: number;
}

/** What a ban would take from view; zeros where nothing is in view. */
export class BanPreviewResponse {
  /** Nodes in view. */
  @ApiProperty({ type: 'integer' }) nodes!: number;

  /** Versions that can be installed. */
  @ApiProperty({ type: 'integer' }) versions!: number;

  /** Downloads of these nodes so far. */
  @ApiProperty({ type: 'integer' }) downloads!: number;

  /** Those of the last 30 days. */
  @ApiProperty({ type: 'integer' }) downloads_recently!: number;

  /** Members of the publisher, who will read the reason. */
  @ApiProperty({ type: 'integer' }) members!: number;

  /** The most downloaded of the nodes, at most 10. */
  @ApiProperty({ type: [BanExampleResponse] }) examples!: BanExampleResponse[];
}
