import {
  BooleanField,
  CustomField,
  EnumField,
  IntField,
  NameField,
  PAGE_MAX,
  TextField,
} from '#libs/platform/http';
import { type NodeTranslations, translationsProblem } from '../node-translations.js';
import { NODE_STATUSES, type NodeStatus } from '../node.entity.js';
import type { NodeSearchSort } from '#libs/search';
import { UpdateNodeRequest } from './node.request.js';

const SORTS: readonly NodeSearchSort[] = ['relevance', 'downloads', 'stars', 'newest'];

/** Path of a node. */
export class NodePath {
  @TextField({
    description: 'Id of the node; letter case does not matter.',
    minLength: 1,
    maxLength: 100,
    example: 'my-node',
  })
  nodeId!: string;
}

/** Path of a publisher's nodes. */
export class PublisherNodesPath {
  @TextField({ description: 'Id of the publisher.', maxLength: 63, example: 'my-team' })
  publisherId!: string;
}

/** Path of a publisher's node. */
export class PublisherNodePath extends PublisherNodesPath {
  @TextField({
    description: 'Id of the node; letter case does not matter.',
    minLength: 1,
    maxLength: 100,
    example: 'my-node',
  })
  nodeId!: string;
}

/** Which page to read. Pages end at row 10,000. */
export class PageQuery {
  @IntField({ description: 'Page, from 1.', min: 1, max: PAGE_MAX, default: 1 })
  page!: number;

  @IntField({ description: 'Nodes on a page.', min: 1, max: 100, default: 20 })
  limit!: number;
}

/** What to search for. Conditions hold together; absent and blank ones do not restrict. */
export class SearchNodesQuery extends PageQuery {
  @TextField({
    description: 'Keywords in id, name, author, publisher, tags, description and app-node names.',
    maxLength: 1_000,
    optional: true,
    example: 'image sharpen',
  })
  search?: string;

  @TextField({
    description: 'Address of a repository in any spelling, or words of it.',
    maxLength: 2_048,
    optional: true,
    example: 'github.com/my-team/my-node',
  })
  repository_url_search?: string;

  @TextField({
    description: 'Name of an app node, or words of it.',
    maxLength: 500,
    optional: true,
    example: 'LoadImage',
  })
  app_node_search?: string;

  @TextField({
    description: 'Operating system; nodes that declare none match too.',
    maxLength: 200,
    optional: true,
    example: 'Linux',
  })
  supported_os?: string;

  @TextField({
    description: 'Accelerator; nodes that declare none match too.',
    maxLength: 200,
    optional: true,
    example: 'CUDA',
  })
  supported_accelerator?: string;

  @EnumField({ description: 'Order of the results.', values: SORTS, default: 'relevance' })
  sort!: NodeSearchSort;

  @BooleanField({ description: 'Shows banned nodes too; for admins.', default: false })
  include_banned!: boolean;
}

/** Which nodes to list. */
export class ListNodesQuery extends PageQuery {
  @TextField({
    description: 'Nodes of this publisher only.',
    maxLength: 63,
    optional: true,
    example: 'my-team',
  })
  publisher_id?: string;

  @TextField({ description: 'Nodes with this tag only.', maxLength: 100, optional: true, example: 'image' })
  tag?: string;

  @TextField({
    description: 'Operating system; nodes that declare none match too.',
    maxLength: 200,
    optional: true,
    example: 'Linux',
  })
  supported_os?: string;

  @TextField({
    description: 'Accelerator; nodes that declare none match too.',
    maxLength: 200,
    optional: true,
    example: 'CUDA',
  })
  supported_accelerator?: string;

  @EnumField({
    description: 'Nodes with this status only; all but active ones are for admins.',
    values: NODE_STATUSES,
    optional: true,
  })
  status?: NodeStatus;

  @BooleanField({
    description: 'Shows banned nodes and those of banned publishers too; for admins.',
    default: false,
  })
  include_banned!: boolean;

  @BooleanField({
    description: 'Only nodes that an admin should look at, such as look-alikes; for admins.',
    default: false,
  })
  needs_review!: boolean;
}

/** A rating. */
export class ReviewNodeQuery {
  @IntField({
    description: 'The rating; it replaces an earlier one of the caller.',
    min: 1,
    max: 5,
    example: 5,
  })
  star!: number;
}

/** Texts in other languages. */
export class TranslateNodeRequest {
  @CustomField(
    {
      description:
        'By BCP 47 tag. A language replaces what it had; one without texts is removed; others stay.',
      example: { de: { name: 'Mein Knoten', description: 'Schärft Bilder.' } },
    },
    {
      rule: 'must be an object of texts by language tag',
      isValid: (value) => translationsProblem(value) === undefined,
      problemOf: translationsProblem,
      schema: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          properties: { name: { type: 'string' }, description: { type: 'string' } },
        },
      },
    },
  )
  translations!: NodeTranslations;
}

/** Where a node goes. */
export class TransferNodeRequest {
  @TextField({ description: 'Id of the publisher that gets the node.', maxLength: 63, example: 'other-team' })
  publisher_id!: string;

  @TextField({ description: 'Why; kept in the audit log.', maxLength: 2_000, default: '' })
  reason!: string;
}

/** Any field of a node, for admins. */
export class AdminNodeRequest extends UpdateNodeRequest {
  @TextField({ description: 'Why; kept in the audit log.', maxLength: 2_000, default: '' })
  reason!: string;

  @NameField({
    description: 'Why an admin should look at the node; empty when that is done.',
    maxLength: 500,
    mayBeEmpty: true,
    optional: true,
  })
  review_reason?: string;
}
