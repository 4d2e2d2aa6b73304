import { defineErrors } from '#libs/platform/errors';

export const { AssetNotFound, AssetGone, AssetLinkInvalid, UploadTaken, RangeNotSatisfiable } = defineErrors({
  /** No such file, or its link is no longer valid. */
  AssetNotFound: [404, 'The file does not exist or was removed.'],
  AssetGone: [410, 'The file is gone: its task has expired.'],
  AssetLinkInvalid: [403, 'The link is not valid or has expired.'],
  UploadTaken: [409, 'Another file of this upload is there already, or one is being stored.'],
  RangeNotSatisfiable: [416, 'The byte range lies outside of the file.'],
});
