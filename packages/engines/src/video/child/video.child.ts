import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { answerParent, type FailureReport, type ReportProgress } from '../../child/index.js';
import { readContainer } from '../jobs/container-job.js';
import { watch } from '../jobs/watch-job.js';
import { extend } from '../jobs/extend-job.js';
import { generate } from '../jobs/generate-job.js';
import { VideoEngineError } from '../video.errors.js';
import type { Job, JobResults } from './job.js';

Log.setLevel(AV_LOG_QUIET);
answerParent<Job>({ perform, failureOf });

async function perform(job: Job, report: ReportProgress): Promise<JobResults[Job['kind']]> {
  switch (job.kind) {
    case 'generate':
      return generate(job.request, job.output, report);
    case 'extend':
      return extend(job.request, job.output, report);
    case 'watch':
      return watch(job.path, report);
    case 'container':
      return readContainer(job.path);
  }
}

function failureOf(error: unknown): FailureReport {
  const detail = error instanceof Error ? `${error.stack}\n${String(error.cause ?? '')}` : String(error);
  if (error instanceof VideoEngineError) return { code: error.code, message: error.message, detail };
  return { code: 'engine_crashed', message: 'The video could not be made.', detail };
}
