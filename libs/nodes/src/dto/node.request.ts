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

function TranslationsField(options: FieldOptions): PropertyDecorator {
  return CustomField(options, {
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
  });
}

/**
 * The fields of a node that can be sent. Absent and null ones stay as they are, and so do texts that come blank. Fields that only an admin may change may
 * be sent back by anyone with the value that they have; read-only fields are ignored.
 */
export class UpdateNodeRequest {
  @NameField({
    description: 'Display name; the id unless given.',
    maxLength: SHORT_TEXT,
    mayBeEmpty: true,
    optional: true,
    example: 'My Node',
  })
  name?: string;

  @NameField({
    description: 'Who wrote it.',
    maxLength: SHORT_TEXT,
    mayBeEmpty: true,
    optional: true,
    example: 'Ada',
  })
  author?: string;

  @TextField({ description: 'What it does.', maxLength: 20_000, optional: true, example: 'Sharpens images.' })
  description?: string;

  @LinkField({ description: 'URL of the banner; what is none is ignored.', cosmetic: true })
  banner_url?: string;

  @LinkField({ description: 'URL of the icon; what is none is ignored.', cosmetic: true })
  icon?: string;

  @TextField({ description: 'Use tags.', maxLength: SHORT_TEXT, optional: true, deprecated: true })
  category?: string;

  @TextField({
    description: 'Path of the licence file in the repository.',
    maxLength: 2_048,
    optional: true,
    example: 'LICENSE',
  })
  license?: string;

  @LinkField({ description: 'URL of the repository, such as `https://github.com/my-team/my-node`.' })
  repository?: string;

  @NameListField({
    description: 'Words to find it by.',
    maxItems: 100,
    maxLength: 100,
    optional: true,
    example: ['image', 'sharpen'],
  })
  tags?: string[];

  @NameListField({
    description: 'Operating systems; empty for all.',
    maxItems: 50,
    maxLength: SHORT_TEXT,
    optional: true,
    example: ['Linux', 'Windows'],
  })
  supported_os?: string[];

  @NameListField({
    description: 'Such as CUDA, DirectML or ROCm; empty for all.',
    maxItems: 50,
    maxLength: SHORT_TEXT,
    optional: true,
    example: ['CUDA'],
  })
  supported_accelerators?: string[];

  @TextField({
    description: 'Supported versions of the host application.',
    maxLength: SHORT_TEXT,
    optional: true,
    example: '>=1.2',
  })
  supported_app_version?: string;

  @TextField({
    description: 'Supported frontend versions of the host application.',
    maxLength: SHORT_TEXT,
    optional: true,
  })
  supported_app_frontend_version?: string;

  @TranslationsField({
    description: 'Name and description in other languages, by BCP 47 tag. What is sent replaces all of them.',
    optional: true,
    example: { de: { name: 'Mein Knoten' } },
  })
  translations?: NodeTranslations;

  @EnumField({ description: 'Only an admin may change it.', values: NODE_STATUSES, optional: true })
  status?: NodeStatus;

  @TextField({
    description: 'Why it has its status. Only an admin may change it.',
    maxLength: 2_000,
    optional: true,
  })
  status_detail?: string;

  @IntField({
    description: 'Lower comes first, 0 last. Only an admin may change it.',
    min: -INT32_MAX,
    max: INT32_MAX,
    optional: true,
  })
  search_ranking?: number;

  @NameListField({
    description: 'Security warnings and other notes. Only an admin may change them.',
    maxItems: 100,
    maxLength: 500,
    optional: true,
  })
  tags_admin?: string[];

  @NameListField({
    description: 'App nodes that this node is the one for. Only an admin may change them.',
    maxItems: 5_000,
    maxLength: 500,
    optional: true,
  })
  preempted_app_node_names?: string[];

  @IntField({
    description: 'Stars of the repository. Only an admin may change them.',
    min: 0,
    max: INT32_MAX,
    optional: true,
  })
  github_stars?: number;
}

/** A node to be created. */
export class CreateNodeRequest extends UpdateNodeRequest {
  @CustomField(
    { description: 'Unique without regard to letter case; kept as written.', example: 'my-node' },
    {
      rule: 'must be the id of a node',
      isValid: (value) => nodeIdProblem(value) === undefined,
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
