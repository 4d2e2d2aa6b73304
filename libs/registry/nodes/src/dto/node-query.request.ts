import {
  BooleanField,
  CursorQuery,
  DayField,
  EnumField,
  IntField,
  NameField,
  TextField,
} from '#libs/platform/http';
import { PublisherPath } from '#libs/registry/publishers';
import type { NodeSearchSort } from '#libs/registry/search';
import type { NodeTranslations } from '../node-translations.js';
import { NODE_STATUSES, type NodeStatus } from '../node.entity.js';
import { TranslationsField, UpdateNodeRequest } from './node.request.js';

const SORTS: readonly NodeSearchSort[] = ['relevance', 'downloads', 'stars', 'newest'];

/** Path of a node. */
export class NodePath {
  /** Id of the node; letter case does not matter. */
  @TextField({ minLength: 1, maxLength: 100, example: 'my-node' })
  nodeId!: string;
}

/** Path of a publisher's node. */
export class PublisherNodePath extends PublisherPath {
  /** Id of the node; letter case does not matter. */
  @TextField({ minLength: 1, maxLength: 100, example: 'my-node' })
  nodeId!: string;
}

/** A page of nodes, by where they run. */
class PlatformsQuery extends CursorQuery {
  /** Operating system; nodes that declare none match too. */
  @TextField({ maxLength: 200, optional: true, example: 'Linux' })
  supported_os?: string;

  /** Accelerator; nodes that declare none match too. */
  @TextField({ maxLength: 200, optional: true, example: 'CUDA' })
  supported_accelerator?: string;
}

/** What to search for. Conditions hold together; absent and blank ones do not restrict. */
export class SearchNodesQuery extends PlatformsQuery {
  /** Keywords in id, name, author, publisher, tags, description and app-node names. */
  @TextField({ maxLength: 1_000, optional: true, example: 'image sharpen' })
  search?: string;

  /** Address of a repository in any spelling, or words of it. */
  @TextField({ maxLength: 2_048, optional: true, example: 'github.com/my-team/my-node' })
  repository_url_search?: string;

  /** Name of an app node, or words of it. */
  @TextField({ maxLength: 500, optional: true, example: 'LoadImage' })
  app_node_search?: string;

  /** A whole tag; letter case does not matter. */
  @TextField({ maxLength: 100, optional: true, example: 'image' })
  tag?: string;

  /** Order of the results. */
  @EnumField({ values: SORTS, default: 'relevance' })
  sort!: NodeSearchSort;

  /** Shows banned nodes too; for admins. */
  @BooleanField({ default: false })
  include_banned!: boolean;

  /** Adds by which values the results can be narrowed, counted over the best 1,000. */
  @BooleanField({ default: false })
  facets!: boolean;

  /** Adds to each node the texts in which something matched, as marked pieces. */
  @BooleanField({ default: false })
  highlights!: boolean;
}

/** Which nodes to list. */
export class ListNodesQuery extends PlatformsQuery {
  /** Only nodes whose id begins so; letter case does not matter. */
  @TextField({ maxLength: 100, optional: true, example: 'my-' })
  id_prefix?: string;

  /** Nodes of this publisher only. */
  @TextField({ maxLength: 63, optional: true, example: 'my-team' })
  publisher_id?: string;

  /** Nodes with this tag only. */
  @TextField({ maxLength: 100, optional: true, example: 'image' })
  tag?: string;

  /** Nodes with this status only; all but active ones are for admins. */
  @EnumField({ values: NODE_STATUSES, optional: true })
  status?: NodeStatus;

  /** Shows banned nodes and those of banned publishers too; for admins. */
  @BooleanField({ default: false })
  include_banned!: boolean;

  /** Only nodes that an admin should look at, such as look-alikes; for admins. */
  @BooleanField({ default: false })
  needs_review!: boolean;
}

/** A rating. */
export class ReviewNodeQuery {
  /** The rating; it replaces an earlier one of the caller. */
  @IntField({ min: 1, max: 5, example: 5 })
  star!: number;
}

/** Texts in other languages. */
export class TranslateNodeRequest {
  /** By BCP 47 tag. A language replaces what it had; one without texts is removed; others stay. */
  @TranslationsField({ example: { de: { name: 'Mein Knoten', description: 'Schärft Bilder.' } } })
  translations!: NodeTranslations;
}

/** Where a node goes. */
export class TransferNodeRequest {
  /** Id of the publisher that gets the node. */
  @TextField({ maxLength: 63, example: 'other-team' })
  publisher_id!: string;

  /** Why; kept in the audit log. */
  @TextField({ maxLength: 2_000, default: '' })
  reason!: string;
}

/** Any field of a node, for admins. */
export class AdminNodeRequest extends UpdateNodeRequest {
  /** Why; kept in the audit log. */
  @TextField({ maxLength: 2_000, default: '' })
  reason!: string;

  /** Why an admin should look at the node; empty when that is done. */
  @NameField({ label: 'Why it needs a review', maxLength: 500, mayBeEmpty: true, optional: true })
  review_reason?: string;
}

/** Which days to show. */
export class NodeDownloadsQuery {
  /** First day, UTC; 29 days before `to` when absent, at most 365. */
  @DayField({ optional: true })
  from?: string;

  /** Last day, UTC; today when absent. */
  @DayField({ optional: true })
  to?: string;
}
