import type { TaskStatus } from '#libs/media/work';

/** The image task statuses of service.md. */
export const IMAGE_STATUSES = ['CREATED', 'IN_PROGRESS', 'COMPLETED', 'FAILED'] as const;
export type ImageStatus = (typeof IMAGE_STATUSES)[number];

const RELIGHT = 'image-relight';
const STYLE_TRANSFER = 'image-style-transfer';
const SKIN_KINDS = ['skin-enhancer-faithful', 'skin-enhancer-creative', 'skin-enhancer-flexible'] as const;

/** The kinds of image tasks, by the look-up endpoint that serves them. */
export const IMAGE_KINDS = {
  relight: [RELIGHT],
  styleTransfer: [STYLE_TRANSFER],
  skinEnhancer: SKIN_KINDS,
} as const;

export const ALL_IMAGE_KINDS = [RELIGHT, STYLE_TRANSFER, ...SKIN_KINDS] as const;
export type ImageKind = (typeof ALL_IMAGE_KINDS)[number];

const NATIVE: Readonly<Record<TaskStatus, ImageStatus>> = {
  created: 'CREATED',
  queued: 'CREATED',
  processing: 'IN_PROGRESS',
  uncertain: 'IN_PROGRESS',
  succeeded: 'COMPLETED',
  failed: 'FAILED',
  canceled: 'FAILED',
};

/** The task's status as the image endpoints name it. */
export function imageStatus(status: TaskStatus): ImageStatus {
  return NATIVE[status];
}
