export { AdvisoriesModule } from './advisories.module.js';
export { AdvisoryRecords } from './advisory-records.js';
export { AdvisoryWarnings } from './advisory-warnings.js';
