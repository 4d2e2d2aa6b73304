import {
  CustomField,
  EnumField,
  type FieldOptions,
  IntField,
  LinkField,
  NameField,
  NameListField,
  TextField,
} from '#libs/platform/http';
import { NODE_STATUSES, type NodeStatus } from '../node.entity.js';
import { nodeIdProblem } from '../node-id.js';
import { type NodeTranslations, translationsProblem } from '../node-translations.js';

const INT32_MAX = 2 ** 31 - 1;
const SHORT_TEXT = 200;

/** Texts of a node by language. */
export function TranslationsField(options: FieldOptions): PropertyDecorator {
  return CustomField(options, {
    rule: 'must be an object of texts by language tag',
    problemOf: translationsProblem,
    schema: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: { name: { type: 'string' }, description: { type: 'string' } },
      },
    },
  });
}

/**
 * The fields of a node that can be sent. Absent fields, null and blank texts leave the node as it is. Fields that only an admin
 * may change may be sent back by anyone with their current value; read-only fields are ignored.
 */
export class UpdateNodeRequest {
  /** Display name; the id unless given. */
  @NameField({
    maxLength: SHORT_TEXT,
    isIdentity: true,
    mayBeEmpty: true,
    optional: true,
    example: 'My Node',
  })
  name?: string;

  /** Who wrote it. */
  @NameField({ maxLength: SHORT_TEXT, isIdentity: true, mayBeEmpty: true, optional: true, example: 'Ada' })
  author?: string;

  /** What it does. */
  @TextField({ isProse: true, maxLength: 20_000, optional: true, example: 'Sharpens images.' })
  description?: string;

  /** URL of the banner; anything else is ignored. */
  @LinkField({ label: 'Banner address', cosmetic: true })
  banner_url?: string;

  /** URL of the icon; anything else is ignored. */
  @LinkField({ label: 'Icon address', cosmetic: true })
  icon?: string;

  /** Use tags. */
  @TextField({ isProse: true, maxLength: SHORT_TEXT, optional: true, deprecated: true })
  category?: string;

  /** Path of the licence file in the repository. */
  @TextField({ label: 'Licence', isProse: true, maxLength: 2_048, optional: true, example: 'LICENSE' })
  license?: string;

  @LinkField({ description: 'URL of the repository, such as `https://github.com/my-team/my-node`.' })
  repository?: string;

  /** Words to find it by. */
  @NameListField({ maxItems: 100, maxLength: 100, optional: true, example: ['image', 'sharpen'] })
  tags?: string[];

  /** Operating systems; empty for all. */
  @NameListField({
    label: 'Operating systems',
    maxItems: 50,
    maxLength: SHORT_TEXT,
    optional: true,
    example: ['Linux', 'Windows'],
  })
  supported_os?: string[];

  /** Such as CUDA, DirectML or ROCm; empty for all. */
  @NameListField({
    label: 'Accelerators',
    maxItems: 50,
    maxLength: SHORT_TEXT,
    optional: true,
    example: ['CUDA'],
  })
  supported_accelerators?: string[];

  /** Supported versions of the host application. */
  @TextField({
    label: 'Host application',
    isProse: true,
    maxLength: SHORT_TEXT,
    optional: true,
    example: '>=1.2',
  })
  supported_app_version?: string;

  /** Supported frontend versions of the host application. */
  @TextField({ label: 'Frontend of the host', isProse: true, maxLength: SHORT_TEXT, optional: true })
  supported_app_frontend_version?: string;

  /** Name and description in other languages, by BCP 47 tag. Replaces all of them. */
  @TranslationsField({ optional: true, example: { de: { name: 'Mein Knoten' } } })
  translations?: NodeTranslations;

  /** Status; only an admin may change it. */
  @EnumField({ values: NODE_STATUSES, optional: true })
  status?: NodeStatus;

  /** Reason for the status; only an admin may change it. */
  @TextField({ label: 'Reason of the status', maxLength: 2_000, optional: true })
  status_detail?: string;

  /** Lower comes first, 0 last. Only an admin may change it. */
  @IntField({ label: 'Place in the search', min: -INT32_MAX, max: INT32_MAX, optional: true })
  search_ranking?: number;

  /** Security warnings and other notes. Only an admin may change them. */
  @NameListField({ label: 'Tags of admins', maxItems: 100, maxLength: 500, optional: true })
  tags_admin?: string[];

  /** App nodes that this node is the one for. Only an admin may change them. */
  @NameListField({
    label: 'App nodes it is the main node for',
    maxItems: 5_000,
    maxLength: 500,
    optional: true,
  })
  preempted_app_node_names?: string[];

  /** Stars of the repository. Only an admin may change them. */
  @IntField({ label: 'Stars on GitHub', min: 0, max: INT32_MAX, optional: true })
  github_stars?: number;
}

/** A node to be created. */
export class CreateNodeRequest extends UpdateNodeRequest {
  @CustomField(
    { description: 'Unique without regard to letter case; kept as written.', example: 'my-node' },
    {
      rule: 'must be the id of a node',
      problemOf: nodeIdProblem,
      schema: {
        type: 'string',
        minLength: 1,
        maxLength: 100,
        pattern: '^[A-Za-z0-9]([A-Za-z0-9._-]{0,98}[A-Za-z0-9])?$',
      },
    },
  )
  id!: string;
}
