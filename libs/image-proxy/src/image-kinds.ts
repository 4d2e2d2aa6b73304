import type { LinkedOutput, Task, TaskKind, TaskStatus } from '#libs/tasks';

/** The image task statuses of service.md. */
export const IMAGE_STATUSES = ['CREATED', 'IN_PROGRESS', 'COMPLETED', 'FAILED'] as const;
/** One of `IMAGE_STATUSES`. */
export type ImageStatus = (typeof IMAGE_STATUSES)[number];

const RELIGHT = 'image-relight';
const STYLE_TRANSFER = 'image-style-transfer';
const SKIN_KINDS = ['skin-enhancer-faithful', 'skin-enhancer-creative', 'skin-enhancer-flexible'] as const;

/** The kinds of image tasks by the look-up that answers for them. */
export const IMAGE_KINDS = {
  relight: [RELIGHT],
  styleTransfer: [STYLE_TRANSFER],
  skinEnhancer: SKIN_KINDS,
} as const;

/** Every kind of image task. */
export const ALL_IMAGE_KINDS = [RELIGHT, STYLE_TRANSFER, ...SKIN_KINDS] as const;
/** One of `ALL_IMAGE_KINDS`. */
export type ImageKind = (typeof ALL_IMAGE_KINDS)[number];

/** The image task of service.md: what its endpoints answer and its webhooks carry. */
export type ImageTaskBody = {
  generated: string[];
  status: ImageStatus;
  task_id: string;
  /** Why it failed; of failed tasks only. */
  error?: { code: string; message: string };
};

const NATIVE: Readonly<Record<TaskStatus, ImageStatus>> = {
  created: 'CREATED',
  queued: 'CREATED',
  processing: 'IN_PROGRESS',
  succeeded: 'COMPLETED',
  failed: 'FAILED',
  canceled: 'FAILED',
};

/** The task in the words of the image area. */
export function imageTaskBody(task: Task, outputs: readonly LinkedOutput[]): ImageTaskBody {
  const { errorCode: code, errorMessage: message } = task;
  return {
    generated: outputs.map(({ url }) => url),
    status: NATIVE[task.status],
    task_id: task.id,
    ...(code !== null && message !== null ? { error: { code, message } } : {}),
  };
}

/** The kinds as the tasks module wants them. */
export function imageTaskKinds(): TaskKind[] {
  return ALL_IMAGE_KINDS.map((name) => ({
    name,
    nativeStatus: (status) => NATIVE[status],
    notification: imageTaskBody,
  }));
}
