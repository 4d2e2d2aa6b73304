const PROBLEM = /^(?:input\.)?([a-z_][\w.[\]-]*) (?=must |is |may |entry |and )/i;

/** The problems that the message of an InvalidRequest lists, each with its field where it begins with one. */
export function fieldProblems(message: string): { field: string | undefined; message: string }[] {
  return message
    .replace(/\.$/, '')
    .split('; ')
    .map((problem) => ({ field: PROBLEM.exec(problem)?.[1], message: problem }));
}

/** Whether a task failed by a fault of the service or a vendor, and not of its request. */
export function isFaultOfService(errorCode: string): boolean {
  return /^(?:upstream_|engine_|internal_error|out_of_memory|timed_out|provider_gone)/.test(errorCode);
}
