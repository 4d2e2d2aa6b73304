import {
  BooleanField,
  CursorQuery,
  CustomField,
  EnumField,
  NameListField,
  ObjectField,
  ObjectListField,
  TextField,
  TextListField,
  UuidField,
} from '#libs/platform/http';
import { NodePath, PublishedNodeFields, PublisherNodePath } from '#libs/registry/nodes';
import {
  NODE_VERSION_STATUSES,
  type NodeVersionStatus,
  readSemanticVersion,
  SEMANTIC_VERSION_RULE,
} from '#libs/registry/versions/store';

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

  /** Summary of changes. */
  @TextField({ isProse: true, maxLength: CHANGELOG_MAX_CHARS, default: '' })
  changelog!: string;

  /** pip dependencies. */
  @TextListField({ label: 'Python packages', isProse: true, maxItems: 500, maxLength: 500, default: [] })
  dependencies!: string[];

  /** Whether to advise against it from the start. */
  @BooleanField({ default: false })
  deprecated!: boolean;

  /** Operating systems; empty for all. */
  @NameListField({ label: 'Operating systems', maxItems: 20, maxLength: 100, default: [] })
  supported_os!: string[];

  /** Accelerators; empty for all. */
  @NameListField({ label: 'Accelerators', maxItems: 20, maxLength: 100, default: [] })
  supported_accelerators!: string[];

  /** Supported versions of the host application. */
  @TextField({ label: 'Host application', isProse: true, maxLength: 200, default: '' })
  supported_app_version!: string;

  /** Supported frontend versions of the host application. */
  @TextField({ label: 'Frontend of the host', isProse: true, maxLength: 200, default: '' })
  supported_app_frontend_version!: string;

  /** Tags. */
  @NameListField({ maxItems: 50, maxLength: 100, default: [] })
  tags!: string[];
}

/** A version to be published, with changes of its node. */
export class PublishVersionRequest {
  /** Fields of the node to set; it is created when it does not exist. */
  @ObjectField({ type: () => PublishedNodeFields, optional: true })
  node?: PublishedNodeFields;

  /** The version. */
  @ObjectField({ type: () => NewNodeVersion })
  node_version!: NewNodeVersion;

  /** The token, for clients that cannot send it as a header. */
  @TextField({ maxLength: 4_096, optional: true })
  personal_access_token?: string;
}

/** The fields of a version that may change. */
export class UpdateVersionRequest {
  /** Summary of changes. */
  @TextField({ isProse: true, maxLength: CHANGELOG_MAX_CHARS, optional: true, example: 'Sharpens faster.' })
  changelog?: string;

  /** Whether to advise against it. */
  @BooleanField({ optional: true })
  deprecated?: boolean;
}

/** Path of a version. */
export class VersionPath extends NodePath {
  /** UUID or number of the version. */
  @TextField({ maxLength: 100, example: '1.2.0' })
  versionId!: string;
}

/** Path of a version below its publisher. */
export class OwnVersionPath extends PublisherNodePath {
  /** UUID or number of the version. */
  @TextField({ maxLength: 100, example: '1.2.0' })
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
export class ReviewVersionsQuery extends CursorQuery {
  @StatusesField()
  statuses?: NodeVersionStatus[];

  /** Only versions of this node. */
  @TextField({ maxLength: 100, optional: true })
  node_id?: string;

  /** Only versions with a warning of the check that no reviewer has approved. */
  @BooleanField({ default: false })
  has_warnings!: boolean;
}

/** An admin's decision. */
export class ModerateVersionRequest {
  /** The new status. */
  @EnumField({ values: NODE_VERSION_STATUSES, optional: true, example: 'NodeVersionStatusActive' })
  status?: NodeVersionStatus;

  /** Reason; the owner sees it. Required for a ban. */
  @TextField({ label: 'Reason', maxLength: 2_000, default: '' })
  status_reason!: string;
}

/** What to install. */
export class InstallQuery {
  /** Number or UUID of the version; the latest when absent. */
  @TextField({ maxLength: 16_000, optional: true })
  version?: string;
}

/** One version of a bulk look-up. */
export class WantedVersion {
  /** Id of the node. */
  @TextField({ minLength: 1, maxLength: 100, example: 'my-node' })
  node_id!: string;

  /** Number of the version. */
  @TextField({ minLength: 1, maxLength: 100, example: '1.2.0' })
  version!: string;
}

/** Versions to look up at once. */
export class BulkVersionsRequest {
  /** The versions, at most 1,000. */
  @ObjectListField({ type: () => WantedVersion, minItems: 1, maxItems: 1000 })
  node_versions!: WantedVersion[];
}

/** Path of an upload. */
export class ArchivePath {
  /** Id of the version, as in the `signedUrl` that `POST /publishers/{publisherId}/nodes/{nodeId}/versions` answers. */
  @UuidField()
  id!: string;
}

/** How an archive is fetched. */
export class ArchiveQuery {
  /** Whether it is fetched to be installed: as a whole it counts as a download then. */
  @BooleanField({ default: false })
  install!: boolean;
}
