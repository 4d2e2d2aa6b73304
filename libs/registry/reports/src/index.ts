export { NodeReportsClosed, ReportSaid } from './node-report.events.js';
export { NodeReports } from './node-reports.js';
export { NodeReportsModule } from './node-reports.module.js';
export type { ReportFigures } from './node-reports.repository.js';
export { NodeReportsSettings } from './node-reports.settings.js';
