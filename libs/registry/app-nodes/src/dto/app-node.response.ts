import { ApiProperty } from '@nestjs/swagger';
import { responseOf, visibleProse } from '#libs/platform/http';
import { APP_NODE_POLICIES, type AppNode, type AppNodePolicy } from '#libs/registry/versions/store';

/** A building block that a node brings to the host application. */
export class AppNodeResponse {
  /** As the package registers it. */
  @ApiProperty({ example: 'Image Blur' }) app_node_name!: string;

  /** Name for people; empty when the package gives none. */
  @ApiProperty() display_name!: string;

  /** Where the host lists it. */
  @ApiProperty({ example: 'image/filters' }) category!: string;

  /** What it does, as the host shows it; empty when the package gives none. */
  @ApiProperty() description!: string;

  /** Documentation of its Python class; empty when there is none. */
  @ApiProperty() docstring!: string;

  /** Python function that runs it. */
  @ApiProperty({ example: 'blur' }) function!: string;

  /** Inputs, as JSON text: an object with `required`, `optional` and `hidden`. A float is written as one: `1.0`. Here and below `{"$unknown": reason}` stands for what only running the package would show. */
  @ApiProperty({ example: '{"required":{"image":["IMAGE"]}}' }) input_types!: string;

  /** Names of the outputs, as JSON text: an array; the types where the package gives no names. */
  @ApiProperty({ example: '["image"]' }) return_names!: string;

  /** Types of the outputs, as JSON text: an array. */
  @ApiProperty({ example: '["IMAGE"]' }) return_types!: string;

  /** Which outputs are lists; false for each where the package does not say. */
  @ApiProperty({ type: [Boolean], example: [false] }) output_is_list!: boolean[];

  /** Whether the package advises against it. */
  @ApiProperty() deprecated!: boolean;

  /** Whether the package calls it experimental. */
  @ApiProperty() experimental!: boolean;

  /** What the host may do with it. */
  @ApiProperty({ enum: APP_NODE_POLICIES }) policy!: AppNodePolicy;

  static from(appNode: AppNode): AppNodeResponse {
    return responseOf(AppNodeResponse, appNode, {
      app_node_name: appNode.name,
      display_name: visibleProse(appNode.displayName),
      category: visibleProse(appNode.category),
      description: visibleProse(appNode.description),
      docstring: visibleProse(appNode.docstring ?? ''),
    });
  }
}

/** App nodes, by name. */
export class AppNodeListResponse {
  /** The app nodes of this page. */
  @ApiProperty({ type: [AppNodeResponse] }) app_nodes!: AppNodeResponse[];

  /** App nodes in all; counting stops at 10,000, which the header `X-Total-Exact: false` says. */
  @ApiProperty({ type: 'integer' }) total!: number;

  /** Pass it as `cursor` for the next page, at any depth; null on the last. */
  @ApiProperty({ nullable: true }) next_cursor!: string | null;

  static of(
    appNodes: readonly AppNode[],
    { total, nextCursor }: { total: number; nextCursor: string | null },
  ): AppNodeListResponse {
    return {
      app_nodes: appNodes.map((appNode) => AppNodeResponse.from(appNode)),
      total,
      next_cursor: nextCursor,
    };
  }
}
