import { type FieldNames, isBlank, renameFields } from '#libs/platform/http';
import type { UpdateNodeRequest } from './dto/node.request.js';
import type { Node } from './node.entity.js';
import { canonicalTranslations } from './node-translations.js';

/** The property that holds each field of a request. */
const PROPERTIES = {
  name: 'name',
  author: 'author',
  description: 'description',
  banner_url: 'bannerUrl',
  icon: 'icon',
  category: 'category',
  license: 'license',
  repository: 'repository',
  tags: 'tags',
  supported_os: 'supportedOs',
  supported_accelerators: 'supportedAccelerators',
  supported_app_version: 'supportedAppVersion',
  supported_app_frontend_version: 'supportedAppFrontendVersion',
  translations: 'translations',
  status: 'status',
  status_detail: 'statusDetail',
  search_ranking: 'searchRanking',
  tags_admin: 'tagsAdmin',
  preempted_app_node_names: 'preemptedAppNodeNames',
  github_stars: 'githubStars',
} as const satisfies FieldNames<UpdateNodeRequest, Node>;

export type NodeFields = Partial<Pick<Node, (typeof PROPERTIES)[keyof UpdateNodeRequest] | 'reviewReason'>>;

/** Fields that only an admin may change, with their names in the API. */
export const ADMIN_FIELDS = {
  status: 'status',
  statusDetail: 'status_detail',
  searchRanking: 'search_ranking',
  tagsAdmin: 'tags_admin',
  preemptedAppNodeNames: 'preempted_app_node_names',
  githubStars: 'github_stars',
  reviewReason: 'review_reason',
} as const satisfies Partial<Record<keyof NodeFields, string>>;

export const ADMIN_DEFAULTS: Required<Pick<NodeFields, keyof typeof ADMIN_FIELDS>> = {
  status: 'NodeStatusActive',
  statusDetail: '',
  searchRanking: 0,
  tagsAdmin: [],
  preemptedAppNodeNames: [],
  githubStars: 0,
  reviewReason: null,
};

/** The API's name of each field that a request, or the check of a new node, may set. */
export const WIRE_NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(PROPERTIES).map(([wireName, name]) => [name, wireName])),
  ...ADMIN_FIELDS,
};

/**
 * Translates the API's names to the properties; absent fields stay absent.
 * @param blanks What a blank text does. A name is never cleared.
 */
export function nodeFields(
  request: UpdateNodeRequest,
  blanks: 'are-absent' | 'clear' = 'are-absent',
): NodeFields {
  const { translations, ...fields } = renameFields<UpdateNodeRequest, Node>(request, PROPERTIES);
  const isGiven = ([name, value]: [string, unknown]): boolean =>
    typeof value !== 'string' || !isBlank(value) || (blanks === 'clear' && name !== 'name');
  return {
    ...Object.fromEntries(Object.entries(fields).filter(isGiven)),
    ...(translations && { translations: canonicalTranslations(translations) }),
  };
}

/** The fields whose wanted value differs from the one shown. */
export function changedFields(shown: NodeFields, wanted: NodeFields): NodeFields {
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => canonicalJson(value) !== canonicalJson(shown[name as keyof NodeFields]),
    ),
  );
}

/** JSON with sorted keys, because jsonb keeps no order. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
