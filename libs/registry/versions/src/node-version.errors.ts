import { defineErrors, type DomainError } from '#libs/platform/errors';
import type { NodeVersion } from '#libs/registry/versions/store';
import { NODE_ERRORS } from '#libs/registry/nodes';
import { nameOf } from './version-name.js';

type NamedVersion = Pick<NodeVersion, 'nodeId' | 'version'> &
  Partial<Pick<NodeVersion, 'status' | 'statusReason'>>;

export const {
  VersionNotFound,
  VersionTaken,
  VersionBanned,
  ArchiveExists,
  UploadLinkInvalid,
  ArchiveTooLarge,
  ArchiveNotZip,
  NoArchive,
  NothingToInstall,
  StatusNotAllowed,
  ArchiveRangeNotSatisfiable,
  ReportNotFound,
  ArchiveFileNotFound,
  ArchiveFileNotShown,
  AppealOver,
  TooManyMessages,
  ReviewNotFound,
  ReviewTaken,
  TooManyNotes,
  RescanNotFound,
  RescanRuns,
  TrustedPublishingRequired,
  ProvenanceNotFound,
} = defineErrors({
  VersionNotFound: [404, 'The version does not exist or is not visible to you.'],
  /** The number is in use, perhaps by a deleted version: numbers are never reused. */
  VersionTaken: [409, 'The node has this version already.'],
  /** The version, its node or its publisher is banned. */
  VersionBanned: [403, 'The version is banned.'],
  /** Another archive has arrived; only the same one may be sent again. */
  ArchiveExists: [409, 'Another archive of this version has arrived already.'],
  UploadLinkInvalid: [403, 'The upload link is not valid or has expired.'],
  ArchiveTooLarge: [413, 'The archive is larger than 100 MB.'],
  ArchiveNotZip: [422, 'The file is not a zip archive. Publish the version again; its number is free.'],
  /** The version came from a catalogue, without an archive. */
  NoArchive: [404, 'The version has no archive, so it cannot be installed.'],
  NothingToInstall: [404, 'The node has no version that can be installed.'],
  /** The version has no archive or a refused one, so it cannot be installed; or only the service may give the status. */
  StatusNotAllowed: [409, 'The version cannot get this status.'],
  ArchiveRangeNotSatisfiable: [416, 'The range lies outside of the archive.'],
  /** The archive waits for its check, was checked before reports were kept, or the version came from a catalogue. */
  ReportNotFound: [404, 'The version has no report of a check.'],
  ArchiveFileNotFound: [404, 'The archive has no such file.'],
  /** It is not text, too large or damaged. */
  ArchiveFileNotShown: [422, 'The file cannot be shown.'],
  AppealOver: [409, 'The time to answer is over.'],
  ReviewNotFound: [404, 'Nothing of this kind and id waits for an admin.'],
  ReviewTaken: [409, 'Another admin has it.'],
  TooManyNotes: [409, 'There are 200 notes on this entry already.'],
  TooManyMessages: [409, 'There are 200 messages about this version already.'],
  RescanNotFound: [404, 'There is no rescan with this id.'],
  RescanRuns: [409, 'A rescan is running already.'],
  TrustedPublishingRequired: [
    403,
    'Versions of this node may come from trusted publishers only. Let the CI publish it, or have an owner switch this off.',
  ],
  /** A person or a long-lived token published it, or its archive has not arrived. */
  ProvenanceNotFound: [404, 'The version has no provenance.'],
});

/** A `VersionNotFound` for a caller who may know why the version was deleted. */
export const versionGone = ({ version, statusReason = '' }: NamedVersion): DomainError =>
  new VersionNotFound(`The version ${version} was deleted. ${statusReason}`.trim());
/** A `StatusNotAllowed` for a version whose archive the check refused. */
export const archiveRefused = ({ archiveRefusal }: Pick<NodeVersion, 'archiveRefusal'>): DomainError =>
  new StatusNotAllowed(
    `The check refused the archive (${archiveRefusal}), so the version cannot become active. Its publisher may publish the number again.`,
  );
/** The reason given for an archive with the same bytes as a banned version. */
export const bannedArchive = (twin: Pick<NodeVersion, 'nodeId' | 'version'>): string =>
  `The same archive as ${nameOf(twin)} is banned, so it is refused under any name.`;
/** The reason given for an archive with a file that made a banned version suspicious. */
export const bannedFile = (twin: Pick<NodeVersion, 'nodeId' | 'version'>, path: string): string =>
  `It has a file of ${nameOf(twin)}, which is banned: there it is ${path}.`;
/** A `VersionTaken` that names the version. */
export const versionTaken = ({ nodeId, version, status, statusReason = '' }: NamedVersion): DomainError => {
  const fate = status === 'NodeVersionStatusDeleted' ? ` It was deleted. ${statusReason}`.trimEnd() : '';
  return new VersionTaken(`${nodeId} has a version ${version} already; numbers are never reused.${fate}`);
};

/** Of routes that read a version. */
export const VERSION_ERRORS = [...NODE_ERRORS, VersionBanned, VersionNotFound];
