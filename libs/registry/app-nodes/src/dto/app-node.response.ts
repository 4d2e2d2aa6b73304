import { ApiProperty } from '@nestjs/swagger';
import { visibleProse } from '#libs/platform/http';
import { APP_NODE_POLICIES, type AppNode, type AppNodePolicy } from '#libs/registry/versions/store';

/** A building block that a node brings to the host application. */
export class AppNodeResponse {
  @ApiProperty({ description: 'As the package registers it.', example: 'Image Blur' })
  app_node_name!: string;

  @ApiProperty({ description: 'Name for people; empty when the package gives none.' })
  display_name!: string;

  @ApiProperty({ description: 'Where the host lists it.', example: 'image/filters' })
  category!: string;

  @ApiProperty({ description: 'What it does, as the host shows it; empty when the package gives none.' })
  description!: string;

  @ApiProperty({ description: 'Documentation of its Python class; empty when there is none.' })
  docstring!: string;

  @ApiProperty({ description: 'Python function that runs it.', example: 'blur' })
  function!: string;

  @ApiProperty({
    description:
      'Inputs, as JSON text: an object with `required`, `optional` and `hidden`. A float is written as one: `1.0`. ' +
      'Here and below `{"$unknown": reason}` stands for what only running the package would show.',
    example: '{"required":{"image":["IMAGE"]}}',
  })
  input_types!: string;

  @ApiProperty({
    description: 'Names of the outputs, as JSON text: an array; the types where the package gives no names.',
    example: '["image"]',
  })
  return_names!: string;

  @ApiProperty({ description: 'Types of the outputs, as JSON text: an array.', example: '["IMAGE"]' })
  return_types!: string;

  @ApiProperty({
    description: 'Which outputs are lists; false for each where the package does not say.',
    type: [Boolean],
    example: [false],
  })
  output_is_list!: boolean[];

  @ApiProperty({ description: 'Whether the package advises against it.' })
  deprecated!: boolean;

  @ApiProperty({ description: 'Whether the package calls it experimental.' })
  experimental!: boolean;

  @ApiProperty({ description: 'What the host may do with it.', enum: APP_NODE_POLICIES })
  policy!: AppNodePolicy;

  static from(appNode: AppNode): AppNodeResponse {
    return {
      app_node_name: appNode.name,
      display_name: visibleProse(appNode.displayName),
      category: visibleProse(appNode.category),
      description: visibleProse(appNode.description),
      docstring: visibleProse(appNode.docstring ?? ''),
      function: appNode.function,
      input_types: appNode.inputTypes,
      return_names: appNode.returnNames,
      return_types: appNode.returnTypes,
      output_is_list: appNode.outputIsList,
      deprecated: appNode.deprecated,
      experimental: appNode.experimental,
      policy: appNode.policy,
    };
  }
}

/** App nodes, by name. */
export class AppNodeListResponse {
  @ApiProperty({ description: 'The app nodes of this page.', type: [AppNodeResponse] })
  app_nodes!: AppNodeResponse[];

  @ApiProperty({
    description: 'App nodes in all; counting stops at 10,000, which the header `X-Total-Exact: false` says.',
    type: 'integer',
  })
  total!: number;

  @ApiProperty({
    description: 'Pass it as `cursor` for the next page, at any depth; null on the last.',
    type: 'string',
    nullable: true,
  })
  next_cursor!: string | null;

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
