import * as v from 'valibot';

const optionalText = v.nullish(v.string('must be a text'));

/** Pictures as Base64, or as links from some servers. */
export const openAiPictures = v.object(
  { data: v.array(v.object({ b64_json: optionalText, url: optionalText }), 'must be a list') },
  'must be an object',
);
