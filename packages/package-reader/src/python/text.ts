import { spend, spendChars } from './effort.js';
import { PyClass, PyFloat, PyInstance, PyPath, PySequence, type Value } from './values.js';
import { textOf } from './value-reading.js';

/** `str(value)`; undefined when it is not known. */
export function plainText(value: Value | undefined): string | undefined {
  const text = textOf(value);
  if (text !== undefined) return text;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (value instanceof PyFloat) return floatText(value.value);
  if (value instanceof PyPath) return value.path;
  if (value instanceof PyClass) return `<class '${value.module.name}.${value.name}'>`;
  if (value instanceof PyInstance && value.payload !== undefined) return plainText(value.payload);
  if (value instanceof PySequence) return sequenceText(value);
  return undefined;
}

/** The texts of values; undefined when one is not known. */
export function plainTexts(values: readonly Value[]): string[] | undefined {
  const texts = values.flatMap((value) => plainText(value) ?? []);
  return texts.length === values.length ? texts : undefined;
}

/** `repr` of a float, as `json` writes it too; undefined for those that JSON has no text for. */
export function floatText(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined;
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 16)
    return `${Object.is(value, -0) ? '-0' : value}${Number.isInteger(value) ? '.0' : ''}`;
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

function sequenceText(value: PySequence): string | undefined {
  spend(value.size / 4);
  const items = value.items.map((item) => {
    const text = typeof item === 'string' ? reprText(item) : plainText(item);
    spendChars(text?.length ?? 0);
    return text;
  });
  if (items.includes(undefined) || value.gap !== undefined || value.kind === 'set') return undefined;
  const inner = items.join(', ');
  return value.kind === 'list' ? `[${inner}]` : `(${inner}${items.length === 1 ? ',' : ''})`;
}

/** `repr(text)`; undefined for characters of which only Python knows whether it prints them. */
export function reprText(text: string): string | undefined {
  if (/[^\P{C}\n\t\r]|[^\P{Z} ]/u.test(text)) return undefined;
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escapes: Record<string, string> = {
    '\n': '\\n',
    '\t': '\\t',
    '\r': '\\r',
    '\\': '\\\\',
    [quote]: `\\${quote}`,
  };
  return quote + text.replace(/[\n\t\r\\'"]/g, (character) => escapes[character] ?? character) + quote;
}

const SPECIFICATION = /^(?:(.)?([<>^=]))?([+-])?(0)?(\d{1,3})?(,)?(?:\.(\d{1,2}))?([sdfxX%])?$/su;

/** `format(value, specification)` for the common specifications; undefined otherwise. */
export function formatText(value: Value, specification: string): string | undefined {
  const match = SPECIFICATION.exec(specification);
  const number = typeof value === 'number' ? value : value instanceof PyFloat ? value.value : undefined;
  if (match === null) return undefined;
  const [, fill, align, sign, zero, width, comma, precision, type] = match;
  let text: string | undefined;
  if (comma !== undefined) {
    if (typeof value !== 'number' || (type ?? 'd') !== 'd') return undefined;
    text = value.toLocaleString('en-US');
  } else if (number === undefined)
    text = plainText(value)?.slice(0, precision === undefined ? undefined : Number(precision));
  else if (type === 'f' || type === '%')
    text = (type === '%' ? number * 100 : number).toFixed(Number(precision ?? 6)) + (type === '%' ? '%' : '');
  else if (type === 'x' || type === 'X')
    text = type === 'x' ? number.toString(16) : number.toString(16).toUpperCase();
  else if (precision === undefined) text = plainText(value);
  if (text === undefined) return undefined;
  if (sign === '+' && number !== undefined && number >= 0) text = `+${text}`;
  return padded(text, Number(width ?? 0), fill ?? zero ?? ' ', align ?? (number === undefined ? '<' : '>'));
}

function padded(text: string, width: number, fill: string, align: string): string {
  if (align === '<') return text.padEnd(width, fill);
  if (align === '^')
    return text
      .padStart(text.length + Math.floor(Math.max(0, width - text.length) / 2), fill)
      .padEnd(width, fill);
  return text.padStart(width, fill);
}

/** `template.format(...)`; undefined for anything beyond plain replacement fields. */
export function formatTemplate(
  template: string,
  field: (name: string) => Value | undefined,
): string | undefined {
  let automatic = 0;
  let isKnown = true;
  const text = template.replace(
    /\{\{|\}\}|\{([^{}:!]*)(![rsa])?(?::([^{}]*))?\}/g,
    (whole, name: string | undefined, conversion?: string, spec?: string) => {
      if (whole === '{{' || whole === '}}') return whole.charAt(0);
      const held = field(name === undefined || name === '' ? String((automatic += 1) - 1) : name);
      const value = conversion === '!r' && typeof held === 'string' ? reprText(held) : held;
      const piece =
        value === undefined ? undefined : spec === undefined ? plainText(value) : formatText(value, spec);
      if (piece === undefined) isKnown = false;
      spendChars(piece?.length ?? 0);
      return piece ?? '';
    },
  );
  return isKnown ? text : undefined;
}

/** `template % values` for `%s`, `%d`, `%02d`, `%(name)s` and `%%`. */
export function percentFormat(
  template: string,
  values: readonly Value[],
  named: (name: string) => Value | undefined = () => undefined,
): string | undefined {
  spendChars(template.length);
  let at = 0;
  let isKnown = true;
  const text = template.replace(
    /%(?:%|(?:\((\w+)\))?(0)?(\d{0,2})(?:\.(\d))?([sdif]))/g,
    (whole, name: string | undefined, zero, width, precision, type) => {
      if (whole === '%%') return '%';
      const value = name === undefined ? values[(at += 1) - 1] : named(name);
      const piece =
        value === undefined
          ? undefined
          : type === 'f'
            ? formatText(value, `.${String(precision ?? 6)}f`)
            : plainText(value);
      if (piece === undefined) isKnown = false;
      spendChars(piece?.length ?? 0);
      return (piece ?? '').padStart(Number(width || 0), zero === '0' ? '0' : ' ');
    },
  );
  return isKnown && at === values.length ? text : undefined;
}
