export { withLogFields, withOnlyLogFields } from './log-context.js';
export { LoggingSettings } from './logging.settings.js';
export { onProblemLine, type ProblemLine } from './problem-lines.js';
export { ServiceLog } from './service-log.js';
