import { defineErrors } from '#libs/platform/errors';

export const { ContentRejected, WorkRefused, WorkFailed } = defineErrors(
  {
    ContentRejected: [400, 'The vendor refused the content.'],
    /** In a compatible API that waits for the task: it failed because of its request. Nothing was charged. */
    WorkRefused: [400, 'The task failed because of its request.'],
    /** In a compatible API that waits for the task. Nothing was charged. */
    WorkFailed: [502, 'The task failed.'],
  },
  { isForeign: true },
);
