import { defineErrors } from '#libs/platform/errors';

export const { NodeReportNotFound, NodeReportClosed } = defineErrors({
  NodeReportNotFound: [404, 'The report does not exist.'],
  NodeReportClosed: [409, 'The report has been answered already.'],
});
