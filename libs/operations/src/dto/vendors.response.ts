import { ApiProperty } from '@nestjs/swagger';
import { CHECK_STATES } from '#libs/media/providers';

const CIRCUITS = ['closed', 'half_open', 'open'] as const;
const QUANTILE = 'in milliseconds, within 13 %; null when there was no call.';

/** Results of one sort of work in the last hour. */
export class VendorWorkResponse {
  /** Of a vendor: `submit`, `poll`, `download` or `stream`. Of the local engines: the kind of the tasks. */
  @ApiProperty({ example: 'image-relight' }) name!: string;

  /** Calls; of the local engines: runs. */
  @ApiProperty({ type: 'integer', example: 12 }) calls!: number;

  /** Failed ones, not counting errors of callers. */
  @ApiProperty({ type: 'integer', example: 0 }) errors!: number;

  /** Refusals of what was sent: the callers' fault, unless nearly all are refused. */
  @ApiProperty({ type: 'integer', example: 0 }) refusals!: number;

  @ApiProperty({
    description: `Median duration ${QUANTILE}`,
    type: 'integer',
    nullable: true,
    example: 900,
  })
  p50_ms!: number | null;

  @ApiProperty({
    description: `95th percentile of the duration ${QUANTILE}`,
    type: 'integer',
    nullable: true,
    example: 1800,
  })
  p95_ms!: number | null;
}

export class VendorErrorResponse {
  /** Code of the error; `work_failed` for work that the vendor accepted and could not do. */
  @ApiProperty({ example: 'status_4xx' }) code!: string;

  /** What the vendor said, without keys, ids and links, or else what happened; null if nothing more is known. */
  @ApiProperty({ type: 'string', nullable: true, example: 'status 402: Not enough credits' })
  message!: string | null;

  /** The sort of work. */
  @ApiProperty({ example: 'poll' }) work!: string;

  /** When. */
  @ApiProperty({ format: 'date-time' }) at!: string;
}

export class VendorKeyResponse {
  /** Until when it rests because the vendor limits or refuses it; null while it is used. */
  @ApiProperty({ format: 'date-time', nullable: true }) rests_until!: string | null;

  /** Processes in which it rests. */
  @ApiProperty({ type: 'integer', example: 0 }) rests_in!: number;
}

/** A small task by which a vendor can be tried. */
export class PaidTestResponse {
  /** Its kind. */
  @ApiProperty({ example: 'image-relight' }) kind!: string;

  /** What the vendor charges for it, in credits, as stated in the vendors file; null if nothing is stated. */
  @ApiProperty({ type: 'number', nullable: true, example: 12 }) cost!: number | null;
}

/** A provider of some kinds of tasks. */
export class VendorResponse {
  /** Name as in the settings; `local` for the engines of this service. */
  @ApiProperty({ example: 'local' }) name!: string;

  /** Whether it is an external vendor. */
  @ApiProperty({ example: false }) is_upstream!: boolean;

  /** Host of its address; null for the local engines. */
  @ApiProperty({ nullable: true }) host!: string | null;

  /** Kinds of tasks that it currently gets. */
  @ApiProperty({ type: 'array', items: { type: 'string' }, example: ['image-relight'] }) kinds!: string[];

  /** Whether it gets no new tasks. */
  @ApiProperty({ example: false }) draining!: boolean;

  /** Currency of its books, an ISO 4217 code; null for credits, and for the local engines. */
  @ApiProperty({ type: 'string', nullable: true, example: 'USD' }) currency!: string | null;

  /** The lowest comes first; null for the local engines. */
  @ApiProperty({ type: 'integer', nullable: true, example: 0 }) priority!: number | null;

  /** Share of the new tasks among the vendors of its priority; null if none is set: then the cheapest comes first. */
  @ApiProperty({ type: 'integer', nullable: true, example: 95 }) weight!: number | null;

  /** The weight that an admin has set; null if that of the settings applies. */
  @ApiProperty({ type: 'integer', nullable: true, example: null }) set_weight!: number | null;

  /** Its keys, in the order of the settings; none for the local engines. */
  @ApiProperty({ type: [VendorKeyResponse] }) keys!: VendorKeyResponse[];

  /**
   * State of the circuit breaker: `open` while calls pause after failures, or nothing is ordered as the vendor refuses
   * every key; `half_open` when one call may try again.
   * The worst of all processes; null for the local engines.
   */
  @ApiProperty({ type: 'string', enum: CIRCUITS, nullable: true }) circuit!: (typeof CIRCUITS)[number] | null;

  /** Processes in which the circuit is not closed. */
  @ApiProperty({ type: 'integer', example: 0 }) broken_in!: number;

  /** Small tasks by which it can be tried; none for the local engines. */
  @ApiProperty({ type: [PaidTestResponse] }) tests!: PaidTestResponse[];

  /** Results of the last hour, in all processes. */
  @ApiProperty({ type: [VendorWorkResponse] }) works!: VendorWorkResponse[];

  /** The last error of the last hour; null when there was none. */
  @ApiProperty({ type: VendorErrorResponse, nullable: true }) last_error!: VendorErrorResponse | null;
}

export class VendorListResponse {
  /** The vendors. */
  @ApiProperty({ type: [VendorResponse] }) vendors!: VendorResponse[];

  /** Period of the figures, in minutes. */
  @ApiProperty({ type: 'integer', example: 60 }) window_minutes!: number;
}

export class VendorKeyTestResponse {
  /**
   * `accepted`; `refused` by the vendor; `unreachable` where there was no answer; `unclear` where the answer is not one
   * of this kind of vendor.
   */
  @ApiProperty({ type: 'string', enum: CHECK_STATES }) state!: (typeof CHECK_STATES)[number];

  /** What it means, with the vendor's own sentence if something is wrong. */
  @ApiProperty({ example: 'The vendor accepts the key.' }) message!: string;

  /** What is left, with its unit; null if the vendor does not tell. */
  @ApiProperty({ type: 'string', nullable: true, example: '1000 credits (metered)' }) balance!: string | null;

  /** Names of the models that it offers; null if the vendor does not tell. */
  @ApiProperty({ type: 'array', items: { type: 'string' }, nullable: true }) models!: string[] | null;
}

export class VendorTestResponse {
  /** The result in a sentence. */
  @ApiProperty({ example: 'Every key is accepted.' }) message!: string;

  /** Its keys, in the order of the settings; none where a task is ordered, or the vendor has no call that costs nothing. */
  @ApiProperty({ type: [VendorKeyTestResponse] }) keys!: VendorKeyTestResponse[];

  /** Id of the task that is ordered; null for a test that costs nothing. */
  @ApiProperty({ type: 'string', nullable: true, example: null }) task_id!: string | null;
}
