import { ApiProperty } from '@nestjs/swagger';
import { TIMELINE_STEPS, type TimelineStep, type TimelineStepName } from '../timeline/timeline.js';

/** A step that a task went through. What does not apply to it is absent. */
export class TimelineStepResponse {
  @ApiProperty({
    description:
      'What it is: `submitted` until work has `begun`, and that until the next status; `reserved`, `settled` or `released` ' +
      'credits; `ordered` from a vendor until it was taken, and `polled` since, all polls in one; outputs `stored`; ' +
      'attempts of a `webhook` to the callback address.',
    enum: TIMELINE_STEPS,
  })
  step!: TimelineStepName;

  @ApiProperty({ description: 'When it began.', format: 'date-time' })
  at!: string;

  @ApiProperty({
    description: 'How long it took, in milliseconds; null while it goes on, or where that is not known.',
    type: 'integer',
    nullable: true,
  })
  duration_ms!: number | null;

  @ApiProperty({
    description: 'Number of the order or of the attempt, from 1.',
    type: 'integer',
    required: false,
  })
  attempt?: number;

  @ApiProperty({ description: 'Name of the vendor; shown to admins.', required: false })
  vendor?: string;

  @ApiProperty({ description: 'What became of it.', required: false, example: 'succeeded' })
  outcome?: string;

  @ApiProperty({ description: 'How often it happened, of polls.', type: 'integer', required: false })
  count?: number;

  @ApiProperty({ description: 'Credits that were reserved or charged.', type: 'integer', required: false })
  credits?: number;

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
