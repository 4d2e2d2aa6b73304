/** Tasks have expired: what belongs to them goes. Published in the transaction that emptied them. */
export class TasksExpired {
  constructor(readonly taskIds: readonly string[]) {}
}
