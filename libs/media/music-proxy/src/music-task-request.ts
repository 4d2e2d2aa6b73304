export type MusicTaskRequest = {
  prompt: string;
  duration_seconds: number;
  /** `asset:<id>` of the video, and its name. */
  video?: string;
  video_name?: string;
};
