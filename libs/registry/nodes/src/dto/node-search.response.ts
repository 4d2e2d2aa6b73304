import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PageResponse } from '#libs/platform/http';
import type { FacetCount, Facets } from '../node-facets.js';
import { NodeResponse } from './node.response.js';

const HIGHLIGHTED_FIELDS = [
  'name',
  'id',
  'author',
  'publisher',
  'description',
  'tag',
  'repository',
  'app_node',
] as const;
/** One of `HIGHLIGHTED_FIELDS`. */
export type HighlightedField = (typeof HIGHLIGHTED_FIELDS)[number];

/** A piece of a text. */
export class HighlightFragment {
  @ApiProperty({ description: 'The piece as plain text.', example: 'sharpen' })
  text!: string;

  @ApiProperty({ description: 'Whether it is what was searched for.' })
  is_match!: boolean;
}

/** A text in which something matches. */
export class NodeHighlight {
  @ApiProperty({ description: 'Where the text stands.', enum: HIGHLIGHTED_FIELDS })
  field!: HighlightedField;

  @ApiProperty({
    description:
      'The text in pieces; together they are it, or of a long one the part around the first match.',
    type: [HighlightFragment],
  })
  fragments!: HighlightFragment[];
}

/** A node that a search found. */
export class FoundNodeResponse extends NodeResponse {
  @ApiPropertyOptional({
    description: 'What matched, with `highlights=true`; empty when only conditions without words did.',
    type: [NodeHighlight],
  })
  highlights?: NodeHighlight[];
}

/** A value by which results can be narrowed. */
export class FacetValueResponse implements FacetCount {
  @ApiProperty({ description: 'To be sent as the parameter of this name.', example: 'linux' })
  value!: string;

  @ApiProperty({ description: 'How many of the counted results have it.', type: 'integer', example: 12 })
  count!: number;
}

/** Values of the results by which they can be narrowed, at most 20 of each kind, the most frequent first. */
export class NodeFacetsResponse {
  @ApiProperty({
    description: 'How many results were looked at: the best 1,000, before the two platform conditions.',
    type: 'integer',
    example: 42,
  })
  counted!: number;

  @ApiProperty({ description: 'Whether these are all results.' })
  is_complete!: boolean;

  @ApiProperty({
    description: 'Operating systems, each with those that declare none; the condition on them left out.',
    type: [FacetValueResponse],
  })
  supported_os!: FacetValueResponse[];

  @ApiProperty({
    description: 'Accelerators, each with those that declare none; the condition on them left out.',
    type: [FacetValueResponse],
  })
  supported_accelerator!: FacetValueResponse[];

  @ApiProperty({ description: 'Tags, whatever their letter case.', type: [FacetValueResponse] })
  tag!: FacetValueResponse[];

  static from({ counted, isComplete, supportedOs, supportedAccelerator, tag }: Facets): NodeFacetsResponse {
    return {
      counted,
      is_complete: isComplete,
      supported_os: supportedOs,
      supported_accelerator: supportedAccelerator,
      tag,
    };
  }
}

/** A page of search results. */
export class NodeSearchPageResponse extends PageResponse {
  @ApiProperty({ description: 'The nodes, best first.', type: [FoundNodeResponse] })
  nodes!: FoundNodeResponse[];

  @ApiPropertyOptional({ description: 'With `facets=true`.', type: NodeFacetsResponse })
  facets?: NodeFacetsResponse;
}
