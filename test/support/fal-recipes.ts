/** Models of fal as a vendors file states them: one draws, one edits, one films. */
export const FLUX = {
  model: 'fal-ai/flux/dev',
  input: { prompt: '{{prompt}}', image_size: { width: '{{width|1024}}', height: '{{height|768}}' } },
};
export const EDIT = {
  model: 'fal-ai/nano-banana/edit',
  input: { prompt: '{{prompt}}', image_urls: ['{{image}}', '{{image_2}}'] },
};
export const CLIP = {
  model: 'fal-ai/kling-video/v2.5-turbo/pro/text-to-video',
  input: { prompt: '{{prompt}}', duration: '{{duration|"5"}}' },
  fields: { duration: { type: 'string', enum: ['5', '10'] } },
};
