import { ApiProperty } from '@nestjs/swagger';
import type { BanPreview } from '../ban-preview.repository.js';
import { LIKENESSES, type Likeness } from '../look-alikes.js';
import { NodeResponse } from './node.response.js';

/** A node of another publisher that has a similar id. */
export class LookAlikeResponse {
  @ApiProperty({
    description:
      '`same_letters`: the ids differ in letter case, `-`, `_` and `.` alone. `one_edit`: this one is popular, and one letter away.',
    enum: LIKENESSES,
  })
  likeness!: Likeness;

  @ApiProperty({ description: 'That node.', type: NodeResponse })
  node!: NodeResponse;
}

/** Nodes of other publishers that a node may be taken for. */
export class LookAlikesResponse {
  @ApiProperty({ description: 'The nodes; those with the same letters first.', type: [LookAlikeResponse] })
  look_alikes!: LookAlikeResponse[];
}

/** A node that a ban would hide. */
export class BanExampleResponse {
  @ApiProperty({ description: 'Id of the node.', example: 'my-node' })
  id!: string;

  @ApiProperty({ description: 'Its name.', example: 'My Node' })
  name!: string;

  @ApiProperty({ description: 'Its downloads.', type: 'integer' })
  downloads!: number;
}

/** What a ban would take from view; zeros where nothing is in view. */
export class BanPreviewResponse {
  @ApiProperty({ description: 'Nodes in view.', type: 'integer' })
  nodes!: number;

  @ApiProperty({ description: 'Versions that can be installed.', type: 'integer' })
  versions!: number;

  @ApiProperty({ description: 'Downloads of these nodes so far.', type: 'integer' })
  downloads!: number;

  @ApiProperty({ description: 'Those of the last 30 days.', type: 'integer' })
  downloads_recently!: number;

  @ApiProperty({
    description: 'Members of the publisher, who will read the reason.',
    type: 'integer',
  })
  members!: number;

  @ApiProperty({
    description: 'The most downloaded of the nodes, at most 10.',
    type: [BanExampleResponse],
  })
  examples!: BanExampleResponse[];

  static from({ downloadsRecently, ...preview }: BanPreview): BanPreviewResponse {
    return { ...preview, downloads_recently: downloadsRecently };
  }
}
