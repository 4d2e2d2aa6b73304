import { defineErrors } from '#libs/platform/errors';

export const { NodeReportNotFound, NodeReportClosed, TooManyReportMessages } = defineErrors({
  NodeReportNotFound: [404, 'The report does not exist.'],
  NodeReportClosed: [409, 'The report has been answered already.'],
  TooManyReportMessages: [409, 'There are 200 messages about this report already.'],
});
