export { CreditsExhausted } from '#libs/accounts/ledger';
export { chargedCredits } from './task.entity.js';
export type { Task, TaskEvent, TaskOutput } from './task.entity.js';
export { MediaTaskPath, TaskPath } from './dto/task.request.js';
export * from './dto/delivery.response.js';
export { TaskResponse } from './dto/task.response.js';
export { ApiRetention } from './expiry/task-retention.js';
export { ExpireTasksJob } from './expiry/expire-tasks.job.js';
export type { StoredResults } from './expiry/task-expiry.repository.js';
export { TaskRemovals } from './expiry/task-removals.js';
export { TaskDeleted, TasksExpired, TaskStatusChanged } from './task.events.js';
export {
  modelOf,
  requestOf,
  SENT_FIELDS,
  TRIED_VENDOR,
  understoodRequest,
  VENDOR_MODEL,
} from './task.entity.js';
export * from './task.errors.js';
export type { AllTasksFilter } from './all-tasks.repository.js';
export { CallbackForms } from './callback-forms.js';
export { INPUT_RETENTION_MS, TaskChanges } from './task-changes.js';
export { TaskDeliveries } from './task-deliveries.js';
export { TaskHistory } from './task-history.js';
export { type LinkedOutput, type TaskKind, TaskKinds } from './task-kinds.js';
export { TaskLinks } from './task-links.js';
export { TaskLog } from './log/task-log.js';
export type { TaskLogLine } from './log/task-log-line.entity.js';
export { TaskPaces } from './task-paces.js';
export { type TaskFile, TaskRunner, type TaskWorkContext, type TaskWorkResult } from './task-runner.js';
export { taskHeaders, TaskReply } from './task-reply.js';
export { isTerminal, TASK_STATUSES, type TaskStatus } from './task-status.js';
export { TaskTimelines, type TimelineSource } from './timeline/task-timelines.js';
export type { TimelineStep } from './timeline/timeline.js';
export type { TaskJobPayload } from './task-submissions.js';
export { ApiWait, TaskWaits } from './task-waits.js';
export { type NewTask, TasksService, type TaskWithOutputs } from './tasks.service.js';
export { TasksSettings } from './tasks.settings.js';
export { TasksModule } from './tasks.module.js';
