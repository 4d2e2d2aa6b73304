import { defineErrors } from '#libs/platform/errors';

export const { ModelNotFound, TaskNotReady, StillRunning } = defineErrors(
  {
    ModelNotFound: [404, 'There is no model of this name here.'],
    TaskNotReady: [400, 'The task has no result: it has not ended, or has failed.'],
    /** In a compatible API: the task goes on, and `GET /tasks/{id}` shows it. */
    StillRunning: [504, 'The task takes longer than a request may wait.'],
  },
  { isForeign: true },
);
