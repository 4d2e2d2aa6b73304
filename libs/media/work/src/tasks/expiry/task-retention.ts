import { Injectable } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { currentRequest, invalidFields } from '#libs/platform/http';
import { TasksSettings } from '../tasks.settings.js';

const HEADER = 'Output-Retention-Hours';
const HOURS_OF_DAY = 24;
/** Ten years. */
const MOST_HOURS = 87_600;

/** States the header by which a request says for how long the outputs of its task are kept. */
export const ApiRetention = () =>
  ApiHeader({
    name: HEADER,
    required: false,
    description:
      'For how many hours the task is kept after its end; then its files and all that was sent with it go. At most what the service keeps tasks for.',
    schema: { type: 'integer', minimum: 1, maximum: MOST_HOURS },
  });

/** For how long tasks are kept after their end: as their caller says, and as settings allow. */
@Injectable()
export class TaskRetention {
  constructor(private readonly settings: TasksSettings) {}

  /** By settings; null for ever. */
  get usualHours(): number | null {
    const { retentionDays } = this.settings;
    return retentionDays === 0 ? null : retentionDays * HOURS_OF_DAY;
  }

  /**
   * Of the task that this request starts; null for ever.
   * @throws InvalidRequest when its header is not a number of hours that is allowed.
   */
  get hours(): number | null {
    const text = currentRequest()?.response.req.get(HEADER);
    if (text === undefined) return this.usualHours;
    const most = this.usualHours ?? MOST_HOURS;
    const hours = Number(text);
    if (/^\d{1,6}$/.test(text) && hours >= 1 && hours <= most) return hours;
    throw invalidFields([`the header ${HEADER} must be a whole number from 1 to ${most}`]);
  }
}
