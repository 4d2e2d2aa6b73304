import { defineError } from '#libs/platform/errors';

/** The video of a music request cannot be used. */
export const NotAVideo = defineError('not_a_video', 422, 'The file is not a video that can be read.');
/** The video lasts longer than 6 minutes. */
export const VideoTooLong = defineError('video_too_long', 422, 'The video lasts longer than 6 minutes.');
/** The lines of the stream are not kept any more. */
export const StreamExpired = defineError(
  'stream_expired',
  410,
  'The stream is not kept any more; the finished file is among the outputs of the task.',
);
/** The video's URL cannot be fetched. */
export const VideoUnreachable = defineError(
  'video_unreachable',
  422,
  'The URL of the video cannot be fetched.',
);
