import { TextField } from '#libs/platform/http';

const MEDIA_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;

export class NewUploadRequest {
  /** Name of the file; its extension is kept. */
  @TextField({ minLength: 1, maxLength: 255, example: 'portrait.jpg' })
  file_name!: string;

  /** Media type that the upload must have, such as `image/jpeg`. Any type is accepted when absent. */
  @TextField({
    maxLength: 127,
    pattern: { matches: MEDIA_TYPE, rule: 'a media type without parameters' },
    optional: true,
  })
  content_type?: string;
}
