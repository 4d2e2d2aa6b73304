import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PageResponse } from '#libs/platform/http';
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
export type HighlightedField = (typeof HIGHLIGHTED_FIELDS)[number];

/** A piece of a text. */
export class HighlightFragment {
  /** The piece as plain text. */
  @ApiProperty({ example: 'sharpen' }) text!: string;

  /** Whether it is what was searched for. */
  @ApiProperty() is_match!: boolean;
}

/** A text in which something matches. */
export class NodeHighlight {
  /** Which field the text is from. */
  @ApiProperty({ enum: HIGHLIGHTED_FIELDS }) field!: HighlightedField;

  /** The text in pieces. Together they are the whole text, or of a long one the part around the first match. */
  @ApiProperty({ type: [HighlightFragment] }) fragments!: HighlightFragment[];
}

/** A node that a search found. */
export class FoundNodeResponse extends NodeResponse {
  /** What matched, with `highlights=true`; empty when only conditions without words did. */
  @ApiPropertyOptional({ type: [NodeHighlight] }) highlights?: NodeHighlight[];
}

/** A value by which results can be narrowed. */
export class FacetValueResponse {
  /** Send it as the parameter of this name. */
  @ApiProperty({ example: 'linux' }) value!: string;

  /** How many of the counted results have it. */
  @ApiProperty({ type: 'integer', example: 12 }) count!: number;
}

/** Values of the results by which they can be narrowed, at most 20 of each kind, the most frequent first. */
export class NodeFacetsResponse {
  /** How many results were looked at: the best 1,000, before the two platform conditions. */
  @ApiProperty({ type: 'integer', example: 42 }) counted!: number;

  /** Whether these are all results. */
  @ApiProperty() is_complete!: boolean;

  /** Operating systems, each with those that declare none; the condition on them left out. */
  @ApiProperty({ type: [FacetValueResponse] }) supported_os!: FacetValueResponse[];

  /** Accelerators, each with those that declare none; the condition on them left out. */
  @ApiProperty({ type: [FacetValueResponse] }) supported_accelerator!: FacetValueResponse[];

  /** Tags, whatever their letter case. */
  @ApiProperty({ type: [FacetValueResponse] }) tag!: FacetValueResponse[];
}

/** A page of search results. */
export class NodeSearchPageResponse extends PageResponse {
  /** The nodes, best first. */
  @ApiProperty({ type: [FoundNodeResponse] }) nodes!: FoundNodeResponse[];

  /** With `facets=true`. */
  @ApiPropertyOptional({ type: NodeFacetsResponse }) facets?: NodeFacetsResponse;
}
