import os from 'node:os';
import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { readContainer } from '../jobs/container-job.js';
import { findCuts } from '../jobs/cuts-job.js';
import { extend } from '../jobs/extend-job.js';
import { generate } from '../jobs/generate-job.js';
import { VideoEngineError } from '../video.errors.js';
import { type ChildMessage, type Job, type JobResults, type ReportProgress } from './job.js';

// A video can wait, the requests of the service beside it cannot. Threads made from now on inherit it.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
Log.setLevel(AV_LOG_QUIET);
// Without its parent nobody would use the result or stop an endless job.
process.on('disconnect', () => process.exit(1));
process.once('message', (job: Job) => void answer(job));
say({ type: 'ready' });

async function answer(job: Job): Promise<void> {
  try {
    say({ type: 'done', result: await perform(job, reporter()) });
  } catch (error) {
    say(failureOf(error));
  }
}

async function perform(job: Job, report: ReportProgress): Promise<JobResults[Job['kind']]> {
  switch (job.kind) {
    case 'generate':
      return generate(job.request, job.outputFolder, report);
    case 'extend':
      return extend(job.request, job.outputFolder, report);
    case 'cuts':
      return findCuts(job.path, report);
    case 'container':
      return readContainer(job.path);
  }
}

/** Passes whole, rising percentages on. */
function reporter(): ReportProgress {
  let last = -1;
  return (percent) => {
    const whole = Math.floor(Math.max(0, Math.min(100, percent)));
    if (whole <= last) return;
    last = whole;
    say({ type: 'progress', percent: whole });
  };
}

function failureOf(error: unknown): ChildMessage {
  const detail = error instanceof Error ? `${error.stack}\n${String(error.cause ?? '')}` : String(error);
  if (error instanceof VideoEngineError) {
    return { type: 'failed', code: error.code, message: error.message, detail };
  }
  return { type: 'failed', code: 'engine_crashed', message: 'The video could not be made.', detail };
}

function say(message: ChildMessage): void {
  process.send?.(message);
}
