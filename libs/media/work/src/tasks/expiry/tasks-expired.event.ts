/** Tasks have expired: what belongs to them is to be removed. Published in the transaction that emptied them. */
export class TasksExpired {
  constructor(readonly taskIds: readonly string[]) {}
}
