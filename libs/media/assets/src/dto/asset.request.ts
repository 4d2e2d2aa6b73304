import { CustomField, TextField } from '#libs/platform/http';

export class AssetPath {
  @CustomField(
    { description: 'Key of the file.', example: '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11.png' },
    {
      rule: 'must be the key of a file',
      isValid: (value) => typeof value === 'string' && /^[0-9a-f-]{36}\.[a-z0-9]{1,10}$/.test(value),
      schema: { type: 'string', maxLength: 47 },
    },
  )
  key!: string;
}

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
