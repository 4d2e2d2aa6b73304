/** A task was deleted with everything that belongs to it. Published in the transaction that deleted it. */
export class TaskDeleted {
  constructor(readonly taskId: string) {}
}
