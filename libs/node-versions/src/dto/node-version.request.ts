import {
  BooleanField,
  CustomField,
  EnumField,
  IntField,
  NameListField,
  ObjectField,
  ObjectListField,
  PAGE_MAX,
  TextField,
  TextListField,
} from '#libs/platform/http';
import { PublishedNodeFields } from '#libs/nodes';
import { NODE_VERSION_STATUSES, type NodeVersionStatus } from '#libs/version-store';
import { readSemanticVersion, SEMANTIC_VERSION_RULE } from '../semantic-version.js';

const CHANGELOG_MAX_CHARS = 20_000;

/** The version itself, as a publisher sends it. */
export class NewNodeVersion {
  @CustomField(
    { description: 'Semantic version. Immutable once published; `1.0` counts as `1.0.0`.', example: '1.2.0' },
    {
      rule: SEMANTIC_VERSION_RULE,
      isValid: (value) => typeof value === 'string' && readSemanticVersion(value) !== undefined,
      schema: { type: 'string', maxLength: 100 },
    },
  )
  version!: string;

  @TextField({ description: 'Summary of changes.', maxLength: CHANGELOG_MAX_CHARS, default: '' })
  changelog!: string;

  @TextListField({ description: 'pip dependencies.', maxItems: 500, maxLength: 500, default: [] })
  dependencies!: string[];

  @BooleanField({ description: 'Whether to advise against it from the start.', default: false })
  deprecated!: boolean;

  @NameListField({
    description: 'Operating systems; empty for all.',
    maxItems: 20,
    maxLength: 100,
    default: [],
  })
  supported_os!: string[];

  @NameListField({ description: 'Accelerators; empty for all.', maxItems: 20, maxLength: 100, default: [] })
  supported_accelerators!: string[];

  @TextField({ description: 'Supported versions of the host application.', maxLength: 200, default: '' })
  supported_app_version!: string;

  @TextField({
    description: 'Supported frontend versions of the host application.',
    maxLength: 200,
    default: '',
  })
  supported_app_frontend_version!: string;

  @NameListField({ description: 'Tags.', maxItems: 50, maxLength: 100, default: [] })
  tags!: string[];
}

/** A version to be published, with what should change of its node. */
export class PublishVersionRequest {
  @ObjectField({
    description: 'Fields of the node to set; it is created when it does not exist.',
    type: () => PublishedNodeFields,
    optional: true,
  })
  node?: PublishedNodeFields;

  @ObjectField({ description: 'The version.', type: () => NewNodeVersion })
  node_version!: NewNodeVersion;

  @TextField({
    description: 'The token, for clients that cannot send it as a header.',
    maxLength: 4_096,
    optional: true,
  })
  personal_access_token?: string;
}

/** What may change of a version. */
export class UpdateVersionRequest {
  @TextField({
    description: 'Summary of changes.',
    maxLength: CHANGELOG_MAX_CHARS,
    optional: true,
    example: 'Sharpens faster.',
  })
  changelog?: string;

  @BooleanField({ description: 'Whether to advise against it.', optional: true })
  deprecated?: boolean;
}

/** Path of a version for everybody. */
export class VersionPath {
  @TextField({ description: 'Id of the node.', maxLength: 100, example: 'my-node' })
  nodeId!: string;

  @TextField({ description: 'UUID or number of the version.', maxLength: 100, example: '1.2.0' })
  versionId!: string;
}

/** Path of a node for everybody. */
export class VersionsPath {
  @TextField({ description: 'Id of the node.', maxLength: 100, example: 'my-node' })
  nodeId!: string;
}

/** Path of a publisher. */
export class PublisherPath {
  @TextField({ description: 'Id of the publisher.', maxLength: 63, example: 'my-team' })
  publisherId!: string;
}

/** Path of a node below its publisher. */
export class PublishPath extends VersionsPath {
  @TextField({ description: 'Id of the publisher.', maxLength: 63, example: 'my-team' })
  publisherId!: string;
}

/** Path of a version below its publisher. */
export class OwnVersionPath extends PublishPath {
  @TextField({ description: 'UUID or number of the version.', maxLength: 100, example: '1.2.0' })
  versionId!: string;
}

function isStatusList(value: unknown): boolean {
  return (
    Array.isArray(value) && value.every((entry) => NODE_VERSION_STATUSES.some((status) => status === entry))
  );
}

function StatusesField(): PropertyDecorator {
  return CustomField(
    { description: 'Only these statuses, separated by commas or repeated.', optional: true },
    {
      rule: `must be a list of ${NODE_VERSION_STATUSES.join(', ')}`,
      isArray: true,
      convert: (text) => text.split(','),
      isValid: isStatusList,
      schema: { type: 'array', maxItems: 5, items: { type: 'string', enum: [...NODE_VERSION_STATUSES] } },
    },
  );
}

/** Which versions of a node to list. */
export class ListVersionsQuery {
  @StatusesField()
  statuses?: NodeVersionStatus[];
}

/** Which versions of several nodes to list. */
export class ReviewVersionsQuery extends ListVersionsQuery {
  @TextField({ description: 'Only versions of this node.', maxLength: 100, optional: true })
  node_id?: string;

  @IntField({ description: 'Page, from 1.', min: 1, max: PAGE_MAX, default: 1 })
  page!: number;

  @IntField({ description: 'Versions on a page.', min: 1, max: 100, default: 20 })
  limit!: number;
}

/** An admin's decision. */
export class ModerateVersionRequest {
  @EnumField({
    description: 'The new status.',
    values: NODE_VERSION_STATUSES,
    optional: true,
    example: 'NodeVersionStatusActive',
  })
  status?: NodeVersionStatus;

  @TextField({ description: 'Why; the owner sees it.', maxLength: 2_000, default: '' })
  status_reason!: string;
}

/** What to install. */
export class InstallQuery {
  @TextField({
    description: 'Number or UUID of the version; the latest when absent.',
    maxLength: 16_000,
    optional: true,
  })
  version?: string;
}

/** One version of a bulk look-up. */
export class WantedVersion {
  @TextField({ description: 'Id of the node.', minLength: 1, maxLength: 100, example: 'my-node' })
  node_id!: string;

  @TextField({ description: 'Number of the version.', minLength: 1, maxLength: 100, example: '1.2.0' })
  version!: string;
}

/** Versions to look up at once. */
export class BulkVersionsRequest {
  @ObjectListField({
    description: 'The versions, at most 1,000.',
    type: () => WantedVersion,
    minItems: 1,
    maxItems: 1000,
  })
  node_versions!: WantedVersion[];
}

/** Proof that the upload link is ours. */
export class UploadLinkQuery {
  @TextField({ description: 'When the link ends, in seconds since 1970.', maxLength: 12, optional: true })
  expires?: string;

  @TextField({ description: 'Signature of the link.', maxLength: 64, optional: true })
  signature?: string;
}
