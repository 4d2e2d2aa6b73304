import { defineErrors } from '#libs/platform/errors';

export const { NoMusicMade, NotAVideo, VideoTooLong, StreamExpired, VideoUnreachable } = defineErrors({
  NoMusicMade: [404, 'The task has ended without music; GET /tasks/{id} says why.'],
  NotAVideo: [422, 'The file is not a video that can be read.'],
  VideoTooLong: [422, 'The video lasts longer than 6 minutes.'],
  StreamExpired: [410, 'The stream is no longer kept; the finished file is among the outputs of the task.'],
  VideoUnreachable: [422, 'The URL of the video cannot be fetched.'],
});
