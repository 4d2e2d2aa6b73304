import { CustomField, isJsonObject, TextField } from '#libs/platform/http';

export class QuoteRequest {
  /** Path of the endpoint that would be called; `kind` may be given instead. */
  @TextField({ label: 'Operation', maxLength: 256, optional: true, example: '/proxy/vidprov/extend' })
  endpoint?: string;

  /** Kind of the task that would be started; `endpoint` may be given instead. */
  @TextField({ maxLength: 64, optional: true })
  kind?: string;

  @CustomField(
    {
      description: 'The body that would be sent; a form as an object of its parts.',
      example: {
        model: 'vq2-turbo',
        duration: 5,
        resolution: '720p',
        video_creation_id: '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11',
        video_url: '/samples/clip.mp4',
      },
    },
    {
      rule: 'must be an object',
      isValid: isJsonObject,
      schema: { type: 'object', additionalProperties: true },
    },
  )
  body!: object;
}
