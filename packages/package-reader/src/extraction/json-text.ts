import {
  External,
  floatText,
  PyClass,
  PyDict,
  PyFloat,
  PyInstance,
  PyPath,
  PySequence,
  spend,
  spendChars,
  textOf,
  Unknown,
  type Value,
} from '../python/index.js';

/** JSON data as metadata fields carry it. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const DEPTH_MAX = 40;

/** Marks a number that `JSON.stringify` would write otherwise than Python on its way into JSON text. */
const NUMBER_MARK = '\u0000number:';

/** `JSON.stringify` that writes floats as floats and integers beyond 2^53 exactly, as Python does. */
export function jsonText(json: Json): string {
  return JSON.stringify(json).replace(/"\\u0000number:([-+.\de]+)"/g, '$1');
}

/** The host's `IO` names whose value is not their own name: comfy/comfy_types/node_typing.py, read 2026-11-20. */
const HOST_TYPES: Record<string, string> = {
  ANY: '*',
  NUMBER: 'FLOAT,INT',
  PRIMITIVE: 'STRING,FLOAT,INT,BOOLEAN',
};

/**
 * Turns a value into JSON; parts that are not known become `{ "$unknown": reason }` and are given to `report`.
 *
 * @throws BudgetSpent
 */
export function toJson(value: Value, report: (reason: string) => void, depth = 0): Json {
  if (depth > DEPTH_MAX) return unknownJson('nested too deeply', report);
  const text = textOf(value) ?? hostType(value);
  spend(1 / 8);
  if (text !== undefined) {
    spendChars(text.length);
    return text;
  }
  if (typeof value === 'bigint') return `${NUMBER_MARK}${value}`;
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (value instanceof PyFloat) {
    const text = floatText(value.value);
    return text === undefined ? String(value.value) : `${NUMBER_MARK}${text}`;
  }
  if (value instanceof PyPath) return value.path;
  if (value instanceof PySequence) {
    const items = value.items.map((item) => toJson(item, report, depth + 1));
    return value.gap === undefined ? items : [...items, unknownJson(value.gap, report)];
  }
  if (value instanceof PyDict) return dictJson(value, report, depth);
  if (value instanceof PyInstance) return instanceJson(value, report, depth);
  if (value instanceof PyClass) return value.name;
  if (value instanceof Unknown) return unknownJson(value.reason, report);
  return unknownJson(
    value instanceof External ? `${value.path}${value.call === undefined ? '' : '()'}` : 'a function',
    report,
  );
}

function dictJson(value: PyDict, report: (reason: string) => void, depth: number): Json {
  const entries: [string, Json][] = [];
  for (const { key, value: item } of value.entries.values()) {
    const name =
      textOf(key) ?? (typeof key === 'number' || typeof key === 'boolean' ? String(key) : undefined);
    if (name === undefined) report('a key that is not a text');
    else entries.push([name, toJson(item, report, depth + 1)]);
  }
  for (const gap of value.gaps) entries.push(['$unknown', unknownReason(gap, report)]);
  return Object.fromEntries(entries);
}

function instanceJson(value: PyInstance, report: (reason: string) => void, depth: number): Json {
  if (value.payload !== undefined) return toJson(value.payload, report, depth + 1);
  const content = value.attributes.get('value');
  if (content !== undefined) return toJson(content, report, depth + 1);
  return unknownJson(`an object of ${value.type instanceof PyClass ? value.type.name : value.type}`, report);
}

function unknownReason(reason: string, report: (reason: string) => void): string {
  report(reason);
  return reason;
}

function unknownJson(reason: string, report: (reason: string) => void): Json {
  return { $unknown: unknownReason(reason, report) };
}

/** The type name that the host's constants such as `IO.IMAGE` stand for. */
function hostType(value: Value): string | undefined {
  if (!(value instanceof External) || value.call !== undefined) return undefined;
  const match =
    /^comfy\.comfy_types\..*\bIO\.([A-Z0-9_]+)(?:\.value)?$|^comfy\.comfy_types\.IO\.([A-Z0-9_]+)(?:\.value)?$/.exec(
      value.path,
    );
  const name = match?.[1] ?? match?.[2];
  return name === undefined ? undefined : (HOST_TYPES[name] ?? name);
}
