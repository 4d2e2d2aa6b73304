export { answerParent, type ChildWork, type SendParts } from './answer-parent.js';
export { type JobLimits, type JobRun } from './child.js';
export { ChildEnded, type ChildEnd, JobFailed, PoolFull } from './child-errors.js';
export { ChildPool, type ChildPoolOptions } from './child-pool.js';
export { type ChildObserver, type ChildReport, observeChildren } from './child-reports.js';
export { type FailureReport, type ReportProgress } from './child-message.js';
export { prepareSandbox, type SandboxLevel } from './sandbox/sandbox.js';
export { type SeenFiles } from './sandbox/sandbox-tools.js';
export { type ChildRun, runInChild } from './run-in-child.js';
