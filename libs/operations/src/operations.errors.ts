import { defineErrors } from '#libs/platform/errors';

export const { QueueNotFound, JobNotFound, JobActive, VendorNotFound } = defineErrors({
  /** `GET /admin/queues` lists them all. */
  QueueNotFound: [404, 'There is no queue of this name.'],
  /** It may have run meanwhile: a job that is done is gone. */
  JobNotFound: [404, 'The queue has no such job. It may have run meanwhile.'],
  /** `GET /admin/vendors` lists them all; the local engines are none. */
  VendorNotFound: [404, 'There is no vendor of this name.'],
  JobActive: [409, 'The job runs at the moment. Wait for its end, or cancel the task that it works on.'],
});
