import { byProperty, invalidFields } from '#libs/platform/http';
import { readSemanticVersion } from '#libs/registry/versions/store';
import type { Advisory } from './advisory.entity.js';
import type { UpdateAdvisoryRequest } from './dto/advisory.request.js';

/** What an admin writes. */
export type AdvisoryFields = Pick<
  Advisory,
  'severity' | 'summary' | 'details' | 'introduced' | 'fixed' | 'versions' | 'aliases' | 'referenceUrls'
>;

/** The fields that a request names, as they are stored. */
export function advisoryFields(request: UpdateAdvisoryRequest): Partial<AdvisoryFields> {
  const { introduced, fixed, versions, references, ...plain } = byProperty(request);
  return {
    ...plain,
    ...(introduced === undefined ? {} : { introduced: introduced === '' ? null : versionText(introduced) }),
    ...(fixed === undefined ? {} : { fixed: fixed === '' ? null : versionText(fixed) }),
    ...(versions === undefined ? {} : { versions: versions.map(versionText) }),
    ...(references === undefined ? {} : { referenceUrls: references }),
  };
}

/**
 * The sort keys by which versions are compared with the range.
 * @throws InvalidRequest when the range ends where it begins, or before.
 */
export function rangeKeys({
  introduced = null,
  fixed = null,
  versions = [],
}: Partial<AdvisoryFields>): Pick<Advisory, 'rangeStart' | 'rangeEnd'> {
  const hasRange = introduced !== null || fixed !== null || versions.length === 0;
  const rangeStart = introduced === null ? '' : sortKey(introduced);
  const rangeEnd = fixed === null ? null : sortKey(fixed);
  if (rangeEnd !== null && rangeEnd <= rangeStart) throw invalidFields(['fixed must be above introduced']);
  return { rangeStart: hasRange ? rangeStart : null, rangeEnd };
}

/** Those of the fields that the advisory does not have yet, in both states. */
export function changedFields(
  advisory: Advisory,
  wanted: Partial<AdvisoryFields>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const changed = Object.entries(wanted).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(advisory[name as keyof Advisory]),
  );
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, advisory[name as keyof Advisory]])),
    after: Object.fromEntries(changed),
  };
}

function versionText(version: string): string {
  return readSemanticVersion(version)?.text ?? version;
}

function sortKey(version: string): string {
  return readSemanticVersion(version)?.sortKey ?? '';
}
