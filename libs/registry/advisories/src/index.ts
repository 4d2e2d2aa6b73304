export { AdvisoriesModule } from './advisories.module.js';
export { AdvisoryWarnings } from './advisory-warnings.js';
