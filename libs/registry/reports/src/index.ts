export { NodeReportsClosed, ReportSaid } from './node-report.events.js';
export { NodeReportsModule } from './node-reports.module.js';
export { NodeReportsSettings } from './node-reports.settings.js';
