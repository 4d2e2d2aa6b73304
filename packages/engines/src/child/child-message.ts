/** From a child to its parent. */
export type ChildMessage =
  | { type: 'ready' }
  | { type: 'progress'; percent: number }
  | { type: 'part'; bytes: Uint8Array }
  | { type: 'done'; result: unknown }
  | ({ type: 'failed' } & FailureReport);

/** Why a job failed. The message may be shown to the caller, the detail may not. */
export type FailureReport = {
  code: string;
  message: string;
  detail: string;
};

/** Reports the progress of a job, 0–100. */
export type ReportProgress = (percent: number) => void;
