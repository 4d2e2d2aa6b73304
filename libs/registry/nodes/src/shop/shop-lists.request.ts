import { IntField } from '#libs/platform/http';

/** How many nodes to list. */
export class RisingNodesQuery {
  /** Most nodes. */
  @IntField({ min: 1, max: 100, default: 20 })
  limit!: number;
}
