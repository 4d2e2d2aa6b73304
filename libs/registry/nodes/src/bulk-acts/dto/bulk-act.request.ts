import {
  BooleanField,
  EnumField,
  FieldsRule,
  isBlank,
  TextField,
  TextListField,
  UuidField,
} from '#libs/platform/http';
import { BULK_NODES_MAX } from '../bulk-act.entity.js';
import { NODE_ACTS, type NodeAct } from '../../node-moderation.js';
import type { NodeStatus } from '../../node.entity.js';

/** An act, and the nodes it is for: those that meet every condition and that the act changes. Deleted nodes are left out. */
@FieldsRule<PreviewBulkActRequest>(({ act: _, ...conditions }) => {
  const isGiven = (value: unknown): boolean =>
    value !== undefined && value !== false && !(typeof value === 'string' && isBlank(value));
  const { node_ids, search, id_prefix, publisher_id, tag, status, needs_review } = conditions;
  return [node_ids, search, id_prefix, publisher_id, tag, status, needs_review].some(isGiven)
    ? undefined
    : 'node_ids, search, id_prefix, publisher_id, tag, status or needs_review must say which nodes';
})
export class PreviewBulkActRequest {
  /**
   * What to do. `ban` is for active and quarantined nodes, `unban` for banned ones, `quarantine` for active ones, `release` for
   * quarantined ones.
   */
  @EnumField({ values: NODE_ACTS, example: 'quarantine' })
  act!: NodeAct;

  /** Ids of nodes; letter case does not matter. */
  @TextListField({ label: 'Nodes', minItems: 1, maxItems: BULK_NODES_MAX, maxLength: 100, optional: true })
  node_ids?: string[];

  /** Keywords, as of `GET /nodes/search`. */
  @TextField({ maxLength: 1_000, optional: true })
  search?: string;

  /** Only nodes whose id begins so; letter case does not matter. */
  @TextField({ label: 'Id begins with', maxLength: 100, optional: true, example: 'my-' })
  id_prefix?: string;

  /** Nodes of this publisher only. */
  @TextField({ label: 'Publisher', maxLength: 63, optional: true, example: 'my-team' })
  publisher_id?: string;

  /** Nodes with this tag only. */
  @TextField({ maxLength: 100, optional: true })
  tag?: string;

  /** Nodes with this status only. */
  @EnumField({ values: ['NodeStatusActive', 'NodeStatusBanned'], optional: true })
  status?: Exclude<NodeStatus, 'NodeStatusDeleted'>;

  /** Only nodes that an admin should look at. */
  @BooleanField({ label: 'Needs a review', default: false })
  needs_review!: boolean;
}

/** An act as it was previewed. */
export class StartBulkActRequest extends PreviewBulkActRequest {
  /** Why; for a ban or a quarantine shown to the owners, and kept in the audit log with each node. */
  @TextField({ minLength: 1, maxLength: 2_000, example: 'They send keys away.' })
  reason!: string;

  /** The `digest` of the preview. */
  @TextField({
    minLength: 64,
    maxLength: 64,
    example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  })
  digest!: string;
}

/** Path of a bulk act. */
export class BulkActPath {
  /** Id of the bulk act. */
  @UuidField()
  bulkActId!: string;
}
