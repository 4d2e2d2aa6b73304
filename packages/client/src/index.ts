export { Atelier } from './atelier.js';
export type { AtelierOptions, Downloadable, SubmitOptions, Taking } from './atelier.js';
export { AtelierError, ConnectionFailed, TaskFailed } from './errors.js';
export type { ErrorCode } from './errors.js';
export type { Media, Progress, UploadOptions } from './media.js';
export type { MusicLine } from './music.js';
export type { MusicSubmission, MusicTaskHandle, Submission, TaskHandle } from './tasks.js';
export type { WaitOptions } from './waiting.js';
export type * from './generated/types.gen.js';
