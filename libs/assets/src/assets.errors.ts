import { defineError } from '#libs/platform/errors';

/** No such file, or its link is not valid (any more). */
export const AssetNotFound = defineError('asset_not_found', 404, 'The file does not exist or was removed.');
/** The link was not signed by this service, or has expired. */
export const AssetLinkInvalid = defineError(
  'asset_link_invalid',
  403,
  'The link is not valid or has expired.',
);
/** Other bytes of this upload are here already, or some arrive right now. */
export const UploadTaken = defineError(
  'upload_taken',
  409,
  'Another file of this upload is there already, or one is being stored.',
);
/** The asked byte range lies outside of the file. */
export const RangeNotSatisfiable = defineError(
  'range_not_satisfiable',
  416,
  'The byte range lies outside of the file.',
);
