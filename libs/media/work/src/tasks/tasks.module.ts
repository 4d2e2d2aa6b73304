import { Module } from '@nestjs/common';
import { AssetsModule } from '#libs/media/assets';
import { LedgerModule } from '#libs/accounts/ledger';
import { CallbackForms } from './callback-forms.js';
import { ExpireTasksJob } from './expiry/expire-tasks.job.js';
import { TaskExpiry } from './expiry/task-expiry.js';
import { RemoveResultsJob } from './expiry/remove-results.job.js';
import { TaskExpiryRepository } from './expiry/task-expiry.repository.js';
import { TaskRemovals } from './expiry/task-removals.js';
import { TaskRetention } from './expiry/task-retention.js';
import { SweepHoldsJob } from './jobs/sweep-holds.job.js';
import { TaskLog } from './log/task-log.js';
import { TaskLogRepository } from './log/task-log.repository.js';
import { AllTasksRepository } from './all-tasks.repository.js';
import { FollowedTasks } from './followed-tasks.js';
import { TaskChanges } from './task-changes.js';
import { TaskChangesRepository } from './task-changes.repository.js';
import { TaskDeliveries } from './task-deliveries.js';
import { TaskDetailsController } from './task-details.controller.js';
import { TaskEnds } from './task-ends.js';
import { TaskHistory } from './task-history.js';
import { TaskHistoryRepository } from './task-history.repository.js';
import { TaskKinds } from './task-kinds.js';
import { TaskLinks } from './task-links.js';
import { TaskPaces } from './task-paces.js';
import { TaskRunner } from './task-runner.js';
import { TaskStream } from './task-stream.js';
import { TaskSubmissions } from './task-submissions.js';
import { TasksController } from './tasks.controller.js';
import { TasksRepository } from './tasks.repository.js';
import { TasksSettings } from './tasks.settings.js';
import { TasksService } from './tasks.service.js';
import { CreditSteps } from './timeline/credit-steps.js';
import { TaskSteps } from './timeline/task-steps.js';
import { TaskStepsRepository } from './timeline/task-steps.repository.js';
import { TaskTimelines } from './timeline/task-timelines.js';
import { TaskWaits } from './task-waits.js';
import { WaitingTasks } from './waiting-tasks.js';

@Module({
  imports: [AssetsModule, LedgerModule],
  controllers: [TasksController, TaskDetailsController],
  providers: [
    TasksSettings,
    TasksRepository,
    AllTasksRepository,
    TaskLogRepository,
    TaskLog,
    TaskChangesRepository,
    TaskPaces,
    TaskSubmissions,
    TaskLinks,
    TaskHistory,
    TaskHistoryRepository,
    WaitingTasks,
    TasksService,
    TaskChanges,
    TaskEnds,
    SweepHoldsJob,
    TaskKinds,
    CallbackForms,
    TaskRunner,
    FollowedTasks,
    TaskStream,
    TaskWaits,
    TaskRetention,
    TaskExpiryRepository,
    TaskExpiry,
    ExpireTasksJob,
    TaskRemovals,
    RemoveResultsJob,
    TaskDeliveries,
    TaskTimelines,
    TaskStepsRepository,
    TaskSteps,
    CreditSteps,
  ],
  exports: [
    CallbackForms,
    TasksService,
    TasksSettings,
    TaskChanges,
    TaskDeliveries,
    TaskHistory,
    TaskKinds,
    TaskLinks,
    TaskLog,
    TaskPaces,
    TaskRemovals,
    TaskRunner,
    TaskTimelines,
    TaskWaits,
  ],
})
export class TasksModule {}
