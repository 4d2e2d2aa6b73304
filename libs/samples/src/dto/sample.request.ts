import { TextField } from '#libs/platform/http';

/** Path of a sample. */
export class SamplePath {
  @TextField({ description: 'Name of the file.', maxLength: 64, example: 'room.jpg' })
  name!: string;
}
