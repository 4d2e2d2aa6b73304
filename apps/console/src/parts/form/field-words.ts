import { translated } from '#language';
import { LABELS } from '../../api/generated/labels.js';
import { inWords } from '../words.js';
import type { Field } from './field.js';

/**
 * The label of a field, from the schema of the API or else its name: `light_transfer_strength` reads `Light transfer strength`,
 * `images[0]` reads `Picture 1`, `input.image_2` reads `Picture 2`.
 */
export function labelOf(path: string, fields: readonly Field[] = []): string {
  const [, list = path, index] = /^(.+)\[(\d+)\]$/.exec(path) ?? [];
  const field = fields.find((one) => one.path === list);
  const name = list.split('.').at(-1) ?? list;
  const given = field?.['x-label'] ?? LABELS[name];
  const label = given ? translated(given) : sentence(name.replace(/^image(?=_\d|$)/, 'picture'));
  return index === undefined ? label : `${label.replace(/s$/, '')} ${Number(index) + 1}`;
}

export function descriptionOf({ description = '', 'x-form': words }: Field): string {
  return translated((words?.help ?? description).replaceAll('`', ''));
}

/** Whether the field has the words that say what to make. */
export function isPrompt(path: string): boolean {
  return /^(?:input\.)?(?:prompt|text)$/.test(path);
}

/** `contrasted_n_hdr` reads `Contrasted n hdr`. */
export function choiceLabel({ 'x-form': words }: Field, value: string | number): string {
  const given = words?.choices?.[value];
  if (given) return translated(given);
  return typeof value === 'string' ? sentence(value) : String(value);
}

function sentence(name: string): string {
  return /^v[q\d]/.test(name) ? name : inWords(name);
}
