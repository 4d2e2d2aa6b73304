import { t } from '@lingui/core/macro';
import type { AppNodeResponse } from '@atelier/client/api';

export type Port = { key: string; name: string; type: string; details: string };

const CHOICES_MAX = 12;
/** Options of an input that are shown, in this order. */
const OPTIONS = ['default', 'min', 'max', 'step'] as const;

/** The inputs in the order of the package, without hidden ones, which the host fills in. */
export function inputsOf({ input_types: text }: Pick<AppNodeResponse, 'input_types'>): Port[] {
  const groups = asObject(parsed(text));
  return (['required', 'optional'] as const).flatMap((group) =>
    Object.entries(asObject(groups[group]))
      .filter(([name]) => name !== '$unknown')
      .map(([name, value]) => ({ key: `${group} ${name}`, name, ...inputOf(value, group === 'optional') })),
  );
}

export function outputsOf(
  appNode: Pick<AppNodeResponse, 'return_types' | 'return_names' | 'output_is_list'>,
): Port[] {
  const names = asArray(parsed(appNode.return_names));
  return asArray(parsed(appNode.return_types)).map((type, at) => ({
    key: String(at),
    name: typeof names[at] === 'string' && names[at] !== '' ? names[at] : typeName(type),
    type: typeName(type),
    details: appNode.output_is_list[at] ? 'list' : '',
  }));
}

function inputOf(value: unknown, isOptional: boolean): Pick<Port, 'type' | 'details'> {
  const [type, second] = Array.isArray(value) ? (value as unknown[]) : [value];
  const options = asObject(second);
  const choices = Array.isArray(type) ? (type as unknown[]) : [];
  const details = [
    ...(isOptional ? ['optional'] : []),
    ...OPTIONS.flatMap((name) => (isPlain(options[name]) ? [`${name} ${String(options[name])}`] : [])),
    ...(choices.length > 0 ? [t`one of ${listed(choices)}`] : []),
    ...(typeof options.tooltip === 'string' ? [options.tooltip] : []),
  ];
  return { type: typeName(type), details: details.join(', ') };
}

/** Hosts call a list of choices a combo. */
function typeName(type: unknown): string {
  if (typeof type === 'string') return type === '*' ? 'any' : type;
  return Array.isArray(type) ? 'COMBO' : 'unknown';
}

function listed(choices: readonly unknown[]): string {
  const named = choices.filter(isPlain).map(String);
  const rest = named.length - CHOICES_MAX;
  return named.slice(0, CHOICES_MAX).join(', ') + (rest > 0 ? t` and ${rest} more` : '');
}

function isPlain(value: unknown): value is string | number | boolean {
  return (
    typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== '')
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
