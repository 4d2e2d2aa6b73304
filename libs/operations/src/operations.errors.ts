import { defineErrors } from '#libs/platform/errors';

export const { QueueNotFound, JobNotFound, JobActive, VendorNotFound } = defineErrors({
  /** `GET /admin/queues` lists the queues. */
  QueueNotFound: [404, 'There is no queue of this name.'],
  JobNotFound: [404, 'The queue has no such job. It may have run meanwhile.'],
  /** `GET /admin/vendors` lists the vendors; local engines are not vendors. */
  VendorNotFound: [404, 'There is no vendor of this name.'],
  JobActive: [409, 'The job is running. Wait until it ends, or cancel its task.'],
});
