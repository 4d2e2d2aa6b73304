import { Settings } from '#libs/platform/config';

/** Whether and how this process runs jobs. */
export class QueueSettings extends Settings {
  readonly runsJobs = this.env.flag('RUN_JOBS', {
    default: true,
    description: 'Whether this process runs jobs. A process that only serves requests says false.',
  });

  readonly shutdownGraceSeconds = this.env.int('SHUTDOWN_GRACE_SECONDS', {
    min: 0,
    max: 600,
    default: 15,
    description: 'How long running jobs may take to end at shutdown before they are handed back, in seconds.',
  });
}
