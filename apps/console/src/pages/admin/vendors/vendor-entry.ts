import { t } from '@lingui/core/macro';
import type { VendorAdapterResponse } from '@atelier/client/api';
import { namesModel } from '../../../parts/media-kinds.js';

export type VendorFields = {
  name: string;
  /** Empty for all that the vendor can do. */
  area: string;
  /** Empty for the vendor's own. */
  baseUrl: string;
  keyFrom: 'env' | 'file' | 'none';
  /** Name of the variable, or path of the file. */
  key: string;
  /** All if empty. */
  kinds: string[];
};

/** What a model is usually told, by the names of the vendors file; the fields are the model's own. */
const INPUTS: Readonly<Record<string, Record<string, string>>> = {
  'music-from-text': { prompt: '{{prompt}}', duration: '{{duration}}' },
  'music-from-video': { prompt: '{{prompt}}', video: '{{video}}' },
  'video-extend': { prompt: '{{prompt}}', video: '{{video}}' },
  'text-to-image': { prompt: '{{prompt}}' },
  upscale: { image: '{{image}}' },
  'remove-background': { image: '{{image}}' },
  'text-to-video': { prompt: '{{prompt}}' },
  'text-to-speech': { text: '{{text}}' },
};
const USUAL_INPUT = { prompt: '{{prompt}}', image: '{{image}}' };
/** For the vendor's name of the model, which only the person knows. */
export const MODEL = 'MODEL';

/** An entry of the vendors file, with places to fill in where each kind must say how it is ordered. */
export function vendorEntry(adapter: VendorAdapterResponse, fields: VendorFields): Record<string, unknown> {
  const { name, area, baseUrl, keyFrom, key, kinds } = fields;
  return {
    name,
    adapter: adapter.name,
    ...(area === '' ? {} : { area }),
    ...(baseUrl === '' ? {} : { base_url: baseUrl }),
    ...(keyFrom === 'none' ? {} : { keys: [`${keyFrom}:${key}`] }),
    ...kindsOf(adapter, kinds),
  };
}

function kindsOf({ recipe, kinds: all }: VendorAdapterResponse, chosen: readonly string[]): object {
  if (recipe.length === 0 && !chosen.some(namesModel)) return chosen.length === 0 ? {} : { kinds: chosen };
  const kinds = chosen.length === 0 ? all.slice(0, 1) : chosen;
  const stated = (kind: string): object => ({
    ...(recipe.includes('model') && !namesModel(kind) ? { model: MODEL } : {}),
    ...(recipe.includes('input') ? { input: INPUTS[kind] ?? USUAL_INPUT } : {}),
    ...(recipe.includes('workflow') ? { workflow: `${kind}.json` } : {}),
  });
  const entries = kinds.map((kind) => [
    kind,
    namesModel(kind) ? { models: { [MODEL]: stated(kind) } } : stated(kind),
  ]);
  return { kinds: Object.fromEntries(entries) };
}

/** What is wrong with the fields, by their names. */
export function problemsIn(adapter: VendorAdapterResponse, fields: VendorFields): Partial<VendorProblems> {
  const { name, area, baseUrl, keyFrom, key } = fields;
  const isUrl = URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol);
  const needsUrl = adapter.base_url === null || baseUrl !== '';
  return {
    ...(/^[a-z][a-z0-9-]{0,39}$/.test(name) ? {} : { name: t`Lower-case letters, digits and hyphens` }),
    ...(needsUrl && !isUrl ? { baseUrl: t`An address with http:// or https://` } : {}),
    ...(adapter.areas.length > 0 && area === '' ? { area: t`Choose one` } : {}),
    ...(keyFrom === 'env' && !/^[A-Za-z_]\w*$/.test(key)
      ? { key: t`The name of a variable, not the key` }
      : {}),
    ...(keyFrom === 'file' && !key.includes('/') ? { key: t`The path of a file, not the key` } : {}),
  };
}

type VendorProblems = Record<keyof VendorFields, string>;
