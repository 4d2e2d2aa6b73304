export { answerParent, type ChildWork } from './answer-parent.js';
export { ChildEnded, type ChildEnd, JobFailed } from './child-errors.js';
export { type ChildObserver, type ChildReport, observeChildren } from './child-reports.js';
export { type FailureReport, type ReportProgress } from './child-message.js';
export { type ChildLimits, type ChildRun, runInChild } from './run-in-child.js';
