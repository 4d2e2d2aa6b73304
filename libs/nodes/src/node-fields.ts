import { isBlank } from '#libs/platform/http';
import type { UpdateNodeRequest } from './dto/node.request.js';
import type { Node } from './node.entity.js';
import { canonicalTranslations } from './node-translations.js';

/** The fields of a node that a request may set. */
export type NodeFields = Partial<
  Pick<
    Node,
    | 'name'
    | 'author'
    | 'description'
    | 'bannerUrl'
    | 'icon'
    | 'category'
    | 'license'
    | 'repository'
    | 'tags'
    | 'supportedOs'
    | 'supportedAccelerators'
    | 'supportedAppVersion'
    | 'supportedAppFrontendVersion'
    | 'translations'
    | 'status'
    | 'statusDetail'
    | 'searchRanking'
    | 'tagsAdmin'
    | 'preemptedAppNodeNames'
    | 'githubStars'
    | 'reviewReason'
  >
>;

/** Fields that only an admin may change, with their names on the wire. */
export const ADMIN_FIELDS = {
  status: 'status',
  statusDetail: 'status_detail',
  searchRanking: 'search_ranking',
  tagsAdmin: 'tags_admin',
  preemptedAppNodeNames: 'preempted_app_node_names',
  githubStars: 'github_stars',
  reviewReason: 'review_reason',
} as const satisfies Partial<Record<keyof NodeFields, string>>;

const SAME_NAME = [
  'name',
  'author',
  'description',
  'icon',
  'category',
  'license',
  'repository',
  'tags',
  'status',
] as const;

/**
 * From the wire's names to ours; absent fields stay absent.
 * @param blanks What a blank text does. A name is never cleared.
 */
export function nodeFields(
  request: UpdateNodeRequest,
  blanks: 'are-absent' | 'clear' = 'are-absent',
): NodeFields {
  const fields: NodeFields = {
    ...Object.fromEntries(SAME_NAME.map((name) => [name, request[name]])),
    bannerUrl: request.banner_url,
    supportedOs: request.supported_os,
    supportedAccelerators: request.supported_accelerators,
    supportedAppVersion: request.supported_app_version,
    supportedAppFrontendVersion: request.supported_app_frontend_version,
    translations: request.translations && canonicalTranslations(request.translations),
    statusDetail: request.status_detail,
    searchRanking: request.search_ranking,
    tagsAdmin: request.tags_admin,
    preemptedAppNodeNames: request.preempted_app_node_names,
    githubStars: request.github_stars,
  };
  const isGiven = ([name, value]: [string, unknown]): boolean =>
    value !== undefined &&
    (typeof value !== 'string' || !isBlank(value) || (blanks === 'clear' && name !== 'name'));
  return Object.fromEntries(Object.entries(fields).filter(isGiven));
}

/** Those of the fields that would give the node another value than it shows. */
export function changedFields(shown: NodeFields, wanted: NodeFields): NodeFields {
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => canonicalJson(value) !== canonicalJson(shown[name as keyof NodeFields]),
    ),
  );
}

/** JSON whose objects have their keys in order; jsonb keeps none. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
