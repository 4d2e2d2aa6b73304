import { readSemanticVersion } from '#libs/node-versions';
import { CustomField, IntField, PAGE_MAX, TextField } from '#libs/platform/http';

/** Which app nodes to list. */
export class ListAppNodesQuery {
  @IntField({ description: 'Page, from 1.', min: 1, max: PAGE_MAX, default: 1 })
  page!: number;

  @IntField({ description: 'App nodes on a page; 20 when absent.', min: 1, max: 100, optional: true })
  limit?: number;

  @IntField({ description: 'The same as `limit`.', min: 1, max: 100, optional: true })
  pageSize?: number;

  @TextField({
    description: 'Only app nodes of this node.',
    maxLength: 100,
    optional: true,
    example: 'my-node',
  })
  node_id?: string;

  @CustomField(
    {
      description: "Only app nodes of this version; each node's latest when absent.",
      optional: true,
      example: '1.2.0',
    },
    {
      rule: 'must be a semantic version such as 1.2.0',
      isValid: (value) =>
        typeof value === 'string' && (value.trim() === '' || readSemanticVersion(value) !== undefined),
      schema: { type: 'string', maxLength: 100 },
    },
  )
  node_version?: string;

  @TextField({ description: 'Only app nodes of this name, as registered.', maxLength: 500, optional: true })
  app_node_name?: string;
}

/** Path of an app node by its name. */
export class AppNodePath {
  @TextField({
    description: 'Name of the app node, as registered.',
    minLength: 1,
    maxLength: 500,
    example: 'Image Blur',
  })
  name!: string;
}

/** Path of a version. */
export class AppNodesOfVersionPath {
  @TextField({ description: 'Id of the node.', maxLength: 100, example: 'my-node' })
  nodeId!: string;

  @TextField({ description: 'UUID or number of the version.', maxLength: 100, example: '1.2.0' })
  versionId!: string;
}
