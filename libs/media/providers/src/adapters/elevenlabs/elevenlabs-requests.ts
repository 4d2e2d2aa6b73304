import type { VendorRecipe } from '../../terms/upstream-options.js';
import { pick, type VendorWork } from '../vendor-work.js';

export const USUAL_FORMAT = 'mp3_44100_128';

type Request = { path: string; json: object };

/** The format of the file, which goes in the query. */
export function formatOf({ input }: VendorRecipe): string {
  return String(input?.output_format ?? USUAL_FORMAT);
}

export function music({ model, fields, durationSeconds }: VendorWork, { input = {} }: VendorRecipe): Request {
  const { output_format: _, ...more } = input;
  const length =
    durationSeconds === undefined ? {} : { music_length_ms: Math.round(durationSeconds * 1_000) };
  return { path: '/v1/music', json: { ...named(model), ...more, prompt: fields.prompt, ...length } };
}

export function speech({ model, fields }: VendorWork, { input = {} }: VendorRecipe): Request {
  const { output_format: _, voice: usual, voice_settings: settings, ...more } = input;
  const { text, language: language_code, speed, voice = usual } = fields;
  const voice_settings = { ...(settings as object), ...pick({ speed }, 'speed') };
  const spoken = Object.keys(voice_settings).length > 0 ? { voice_settings } : {};
  return {
    path: `/v1/text-to-speech/${encodeURIComponent(String(voice))}`,
    json: {
      ...named(model),
      ...more,
      text,
      ...pick({ ...fields, language_code }, 'language_code', 'seed'),
      ...spoken,
    },
  };
}

function named(model: string | undefined): object {
  return model === undefined ? {} : { model_id: model };
}
