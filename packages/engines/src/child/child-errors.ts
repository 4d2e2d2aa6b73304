/** How a child can end without an outcome. */
export type ChildEnd = 'crashed' | 'killed' | 'timed_out' | 'stalled' | 'out_of_memory' | 'cancelled';

/** A child that ended without an outcome. `killed` means from outside, by a person or the system, and not through a fault of the job. */
export class ChildEnded extends Error {
  constructor(
    readonly end: ChildEnd,
    options?: ErrorOptions,
  ) {
    super(`The child ended: ${end}.`, options);
    this.name = 'ChildEnded';
  }
}

export class JobFailed extends Error {
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'JobFailed';
  }
}

/** Too many jobs wait for a child. */
export class PoolFull extends Error {
  constructor() {
    super('Too many jobs wait for a child.');
    this.name = 'PoolFull';
  }
}
