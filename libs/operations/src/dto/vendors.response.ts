import { ApiProperty } from '@nestjs/swagger';

const CIRCUITS = ['closed', 'half_open', 'open'] as const;
const QUANTILE = 'in milliseconds, within 13 %; null when there was no call.';

/** What came of one sort of work in the last hour. */
export class VendorWorkResponse {
  /** Of a vendor: `submit`, `poll`, `download` or `stream`. Of the local engines: the kind of the tasks. */
  @ApiProperty({ example: 'image-relight' }) name!: string;

  /** Calls; of the local engines: runs. */
  @ApiProperty({ type: 'integer', example: 12 }) calls!: number;

  /** Those of them that failed, but for what callers sent wrongly. */
  @ApiProperty({ type: 'integer', example: 0 }) errors!: number;

  /** Those of them that were refused for what was sent: by callers, unless nearly all are. */
  @ApiProperty({ type: 'integer', example: 0 }) refusals!: number;

  @ApiProperty({
    description: `Half of them took no longer, ${QUANTILE}`,
    type: 'integer',
    nullable: true,
    example: 900,
  })
  p50_ms!: number | null;

  @ApiProperty({
    description: `95 % took no longer, ${QUANTILE}`,
    type: 'integer',
    nullable: true,
    example: 1800,
  })
  p95_ms!: number | null;
}

/** What went wrong last. */
export class VendorErrorResponse {
  /** Code of the error. */
  @ApiProperty({ example: 'timeout' }) code!: string;

  /** The sort of work. */
  @ApiProperty({ example: 'poll' }) work!: string;

  /** When. */
  @ApiProperty({ format: 'date-time' }) at!: string;
}

/** One key of a vendor. */
export class VendorKeyResponse {
  /** Until when it is not used, as the vendor limits it; null while it is. */
  @ApiProperty({ format: 'date-time', nullable: true }) rests_until!: string | null;

  /** Processes in which it is not used. */
  @ApiProperty({ type: 'integer', example: 0 }) rests_in!: number;
}

/** Who does the work of some kinds of tasks. */
export class VendorResponse {
  /** Name as in the settings; `local` for the engines of this service. */
  @ApiProperty({ example: 'local' }) name!: string;

  /** Whether another service does the work. */
  @ApiProperty({ example: false }) is_upstream!: boolean;

  /** Host of its address; null for the local engines. */
  @ApiProperty({ nullable: true }) host!: string | null;

  /** Kinds of tasks that it is given now. */
  @ApiProperty({ type: 'array', items: { type: 'string' }, example: ['image-relight'] }) kinds!: string[];

  /** Whether it takes no new tasks. */
  @ApiProperty({ example: false }) draining!: boolean;

  /** The least comes first; null for the local engines. */
  @ApiProperty({ type: 'integer', nullable: true, example: 0 }) priority!: number | null;

  /** Share of the new tasks among the vendors of its priority; null where none is set: the cheapest comes first then. */
  @ApiProperty({ type: 'integer', nullable: true, example: 95 }) weight!: number | null;

  /** The weight that an admin has set; null where that of the settings counts. */
  @ApiProperty({ type: 'integer', nullable: true, example: null }) set_weight!: number | null;

  /** Its keys, in the order of the settings; none for the local engines. */
  @ApiProperty({ type: [VendorKeyResponse] }) keys!: VendorKeyResponse[];

  /** Whether calls are let through: `open` while the vendor is given a pause after failures, `half_open` once one call may try it. The worst of all processes; null for the local engines. */
  @ApiProperty({ type: 'string', enum: CIRCUITS, nullable: true }) circuit!: (typeof CIRCUITS)[number] | null;

  /** Processes in which the circuit is not closed. */
  @ApiProperty({ type: 'integer', example: 0 }) broken_in!: number;

  /** What came of its work in the last hour, in all processes. */
  @ApiProperty({ type: [VendorWorkResponse] }) works!: VendorWorkResponse[];

  /** What went wrong last in the last hour; null when nothing has. */
  @ApiProperty({ type: VendorErrorResponse, nullable: true }) last_error!: VendorErrorResponse | null;
}

/** Those who do the work of media tasks. */
export class VendorListResponse {
  /** The vendors. */
  @ApiProperty({ type: [VendorResponse] }) vendors!: VendorResponse[];

  /** How far the figures look back, in minutes. */
  @ApiProperty({ type: 'integer', example: 60 }) window_minutes!: number;
}
