import { TextField } from '#libs/platform/http';

/** Path of a sample. */
export class SamplePath {
  /** Name of the file. */
  @TextField({ maxLength: 64, example: 'room.jpg' })
  name!: string;
}
