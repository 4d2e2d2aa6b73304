import { defineError, type DomainError } from '#libs/platform/errors';
import type { NodeVersion } from '#libs/version-store';

type NamedVersion = Pick<NodeVersion, 'nodeId' | 'version' | 'status' | 'statusReason'>;

/** No such version, or not visible to the caller. */
export const VersionNotFound = defineError(
  'version_not_found',
  404,
  'The version does not exist or is not visible to you.',
);
/** A `VersionNotFound` for those who may know why the version was deleted. */
export const versionGone = ({ version, statusReason }: NamedVersion): DomainError =>
  new VersionNotFound(`The version ${version} was deleted. ${statusReason}`.trim());
/** The number is used, perhaps by a deleted version: numbers are never reused. */
export const VersionTaken = defineError('version_taken', 409, 'The node has this version already.');
/** A `VersionTaken` that names the version. */
export const versionTaken = ({ nodeId, version, status, statusReason }: NamedVersion): DomainError => {
  const fate = status === 'NodeVersionStatusDeleted' ? ` It was deleted. ${statusReason}`.trimEnd() : '';
  return new VersionTaken(`${nodeId} has a version ${version} already; numbers are never reused.${fate}`);
};
/** The version, its node or its publisher is banned. */
export const VersionBanned = defineError('version_banned', 403, 'The version is banned.');
/** Another archive has arrived already; the same one may be sent again. */
export const ArchiveExists = defineError(
  'archive_exists',
  409,
  'Another archive of this version has arrived already.',
);
/** The link to upload to is not valid, or has expired. */
export const UploadLinkInvalid = defineError(
  'upload_link_invalid',
  403,
  'The upload link is not valid or has expired.',
);
/** The archive is larger than allowed. */
export const ArchiveTooLarge = defineError('archive_too_large', 413, 'The archive is larger than 100 MB.');
/** The version came from a catalogue, without an archive. */
export const NoArchive = defineError(
  'no_archive',
  404,
  'The version has no archive, so it cannot be installed.',
);
/** The node has no version that can be installed. */
export const NothingToInstall = defineError(
  'nothing_to_install',
  404,
  'The node has no version that can be installed.',
);
/** The version has no archive, so that it cannot be installed; or the status is one that only the service gives. */
export const StatusNotAllowed = defineError('status_not_allowed', 409, 'The version cannot get this status.');
/** The range lies behind the end of the archive. */
export const ArchiveRangeNotSatisfiable = defineError(
  'archive_range_not_satisfiable',
  416,
  'The range lies outside of the archive.',
);
