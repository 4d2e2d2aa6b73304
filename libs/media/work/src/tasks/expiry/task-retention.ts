import { Injectable } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { currentRequest, invalidFields } from '#libs/platform/http';
import { TasksSettings } from '../tasks.settings.js';

const HEADER = 'Output-Retention-Hours';
const HOURS_OF_DAY = 24;
const MOST_HOURS = 87_600;

/** Documents the header that sets how long the outputs of a task are kept. */
export const ApiRetention = () =>
  ApiHeader({
    name: HEADER,
    required: false,
    description:
      'Hours that the task is kept after its end; then its files and request data are removed. At most the retention of the service.',
    schema: { type: 'integer', minimum: 1, maximum: MOST_HOURS },
  });

/** How long tasks are kept after their end: as their caller says, within the settings. */
@Injectable()
export class TaskRetention {
  constructor(private readonly settings: TasksSettings) {}

  /** The setting; null for ever. */
  get usualHours(): number | null {
    const { retentionDays } = this.settings;
    return retentionDays === 0 ? null : retentionDays * HOURS_OF_DAY;
  }

  /**
   * For the task that this request starts; null for ever.
   * @throws InvalidRequest when its header is not an allowed number of hours.
   */
  requireHours(): number | null {
    const text = currentRequest()?.response.req.get(HEADER);
    if (text === undefined) return this.usualHours;
    const most = this.usualHours ?? MOST_HOURS;
    const hours = Number(text);
    if (/^\d{1,6}$/.test(text) && hours >= 1 && hours <= most) return hours;
    throw invalidFields([`the header ${HEADER} must be a whole number from 1 to ${most}`]);
  }
}
