import { ApiProperty } from '@nestjs/swagger';
import { TIMELINE_STEPS, type TimelineStep, type TimelineStepName } from '../timeline/timeline.js';

/** A step of a task. Fields that do not apply are absent. */
export class TimelineStepResponse {
  /**
   * The step: `submitted` until work has `begun`, and that until the next status; `reserved`, `settled` or `released`
   * credits; `ordered` from a vendor until it accepted, and `polled` since then, all polls in one step; outputs
   * `stored`; attempts of a `webhook` to the callback address.
   */
  @ApiProperty({ enum: TIMELINE_STEPS }) step!: TimelineStepName;

  /** When it began. */
  @ApiProperty({ format: 'date-time' }) at!: string;

  /** How long it took, in milliseconds; null while it is in progress or when unknown. */
  @ApiProperty({ type: 'integer', nullable: true }) duration_ms!: number | null;

  /** Number of the order or attempt, from 1. */
  @ApiProperty({ type: 'integer', required: false }) attempt?: number;

  /** Name of the vendor; shown to admins. */
  @ApiProperty({ required: false }) vendor?: string;

  /** How it ended. */
  @ApiProperty({ required: false, example: 'succeeded' }) outcome?: string;

  /** Number of polls. */
  @ApiProperty({ type: 'integer', required: false }) count?: number;

  /** Credits that were reserved or charged. */
  @ApiProperty({ type: 'integer', required: false }) credits?: number;

  /** @param showsVendors Whether it is for an admin. */
  static from({ at, until, vendor, ...rest }: TimelineStep, showsVendors: boolean): TimelineStepResponse {
    return {
      ...rest,
      at: at.toISOString(),
      duration_ms: until === null ? null : Math.max(0, until.getTime() - at.getTime()),
      ...(vendor === undefined || !showsVendors ? {} : { vendor }),
    };
  }
}
