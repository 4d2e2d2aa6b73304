import { TextField } from '#libs/platform/http';

/** Source: npm package @fal-ai/client 1.10.1, read 2026-11-28. */
export class InitiateUploadRequest {
  @TextField({ minLength: 1, maxLength: 255 })
  file_name!: string;

  @TextField({
    ...{ maxLength: 255, optional: true },
    pattern: { matches: /^[\w.+-]+\/[\w.+-]+(?:\s*;.*)?$/, rule: 'a media type' },
  })
  content_type?: string;
}
