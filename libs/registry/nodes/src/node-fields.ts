import { byProperty, type ByProperty, isBlank } from '#libs/platform/http';
import type { UpdateNodeRequest } from './dto/node.request.js';
import type { Node } from './node.entity.js';
import { canonicalTranslations } from './node-translations.js';

export type NodeFields = Partial<Pick<Node, keyof ByProperty<UpdateNodeRequest> | 'reviewReason'>>;

/** The fields that only an admin may change, as they are in a new node. */
export const ADMIN_DEFAULTS = {
  status: 'NodeStatusActive',
  statusDetail: '',
  searchRanking: 0,
  tagsAdmin: [],
  preemptedAppNodeNames: [],
  githubStars: 0,
  reviewReason: null,
} satisfies NodeFields;

/**
 * Translates the API's names to the properties; absent fields stay absent.
 * @param blanks What a blank text does. A name is never cleared.
 */
export function nodeFields(
  request: UpdateNodeRequest,
  blanks: 'are-absent' | 'clear' = 'are-absent',
): NodeFields {
  const { translations, ...fields } = byProperty(request);
  const isGiven = ([name, value]: [string, unknown]): boolean =>
    typeof value !== 'string' || !isBlank(value) || (blanks === 'clear' && name !== 'name');
  return {
    ...Object.fromEntries(Object.entries(fields).filter(isGiven)),
    ...(translations && { translations: canonicalTranslations(translations) }),
  };
}

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
