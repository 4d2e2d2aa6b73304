import { defineErrors } from '#libs/platform/errors';

export const { InProgress, WorkNotPossible, WorkDidNotSucceed, UploadInParts } = defineErrors(
  {
    InProgress: [400, 'Request is still in progress'],
    /** In a compatible API: the task failed because of its request. */
    WorkNotPossible: [422, 'The task failed because of its request.'],
    /** In a compatible API: the task failed, or was canceled. */
    WorkDidNotSucceed: [500, 'The task failed.'],
    UploadInParts: [413, 'Files are uploaded whole: at most 90 MB by this API, or 1024 MB by POST /uploads.'],
  },
  { isForeign: true },
);
