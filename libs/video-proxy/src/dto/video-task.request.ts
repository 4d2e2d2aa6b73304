import { UuidField } from '#libs/platform/http';

/** Path of a video task. */
export class VideoTaskPath {
  @UuidField({ description: 'Id of the task.', example: '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11' })
  task_id!: string;
}
