import { readSemanticVersion } from '#libs/registry/versions/store';
import { CustomField, IntField, PAGE_MAX, TextField } from '#libs/platform/http';

/** Which app nodes to list. */
export class ListAppNodesQuery {
  /** Page, from 1. */
  @IntField({ min: 1, max: PAGE_MAX, default: 1 })
  page!: number;

  /** App nodes on a page; 20 when absent. */
  @IntField({ min: 1, max: 100, optional: true })
  limit?: number;

  /** The same as `limit`. */
  @IntField({ min: 1, max: 100, optional: true })
  pageSize?: number;

  /** The `next_cursor` of the page before; it goes with the same conditions and without `page`. */
  @TextField({ minLength: 1, maxLength: 2_000, optional: true })
  cursor?: string;

  /** Only app nodes of this node. */
  @TextField({ maxLength: 100, optional: true, example: 'my-node' })
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

  /** Only app nodes of this name, as registered. */
  @TextField({ maxLength: 500, optional: true })
  app_node_name?: string;
}

/** Path of an app node by its name. */
export class AppNodePath {
  /** Name of the app node, as registered. */
  @TextField({ minLength: 1, maxLength: 500, example: 'Image Blur' })
  name!: string;
}
