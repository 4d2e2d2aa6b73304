import { TextField } from '#libs/platform/http';

export class SamplePath {
  /** Name of the file. */
  @TextField({ maxLength: 64, example: 'room.jpg' })
  name!: string;
}
