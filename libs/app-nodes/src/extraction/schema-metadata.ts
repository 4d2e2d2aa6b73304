import {
  argument,
  type Arguments,
  enumerationValues,
  External,
  PyClass,
  PyDict,
  PySequence,
  textOf,
  type Value,
} from '#libs/python-reader';
import { toJson, type Json } from './json-text.js';

/** Names of the schema style's types that are not their class name in parts: comfy_api/latest/_io.py, read 2026-11-20. */
const TYPE_NAMES: Record<string, string> = {
  AnyType: '*',
  Load3DAnimation: 'LOAD3D_ANIMATION',
  Load3DCamera: 'LOAD3D_CAMERA',
  MultiCombo: 'COMBO',
  MatchType: 'COMFY_MATCHTYPE_V3',
  Autogrow: 'COMFY_AUTOGROW_V3',
  DynamicCombo: 'COMFY_DYNAMICCOMBO_V3',
  DynamicSlot: 'COMFY_DYNAMICSLOT_V3',
  ImageCompare: 'IMAGECOMPARE',
};

/** `ClipVision` is `CLIP_VISION`, `Load3D` is `LOAD_3D`. */
function typeName(className: string): string {
  return TYPE_NAMES[className] ?? className.replaceAll(/(?<=[a-z])(?=[A-Z0-9])/g, '_').toUpperCase();
}

/** One input or output of a schema. */
export type SchemaPort = {
  readonly id?: string;
  readonly type: Json;
  readonly isOptional: boolean;
  readonly isList: boolean;
  readonly label?: string;
  readonly options: { [key: string]: Json };
};

const OWN_FIELDS = new Set(['id', 'optional', 'types', 'is_output_list', 'extra_dict']);

/** How the host shows options that it takes under another name. */
const SHOWN_NAMES: Record<string, string> = {
  display_mode: 'display',
  dynamic_prompts: 'dynamicPrompts',
  force_input: 'forceInput',
  raw_link: 'rawLink',
  widget_type: 'widgetType',
};

/** Reads `inputs=[…]` or `outputs=[…]`; what is not a port call is reported. */
export function schemaPorts(value: Value | undefined, report: (reason: string) => void): SchemaPort[] {
  if (value === undefined || value === null) return [];
  if (!(value instanceof PySequence)) {
    toJson(value, report);
    return [];
  }
  if (value.gap !== undefined) report(value.gap);
  return value.items.flatMap((item) => {
    const port = schemaPort(item, report);
    if (port === undefined) toJson(item, report);
    return port ?? [];
  });
}

function schemaPort(value: Value, report: (reason: string) => void): SchemaPort | undefined {
  if (!(value instanceof External) || value.call === undefined) return undefined;
  const { call } = value;
  const given = new Map([...positionalNames(value).flatMap(nameOf(call)), ...call.named]);
  const id = textOf(given.get('id'));
  const label = textOf(given.get('display_name'));
  const options: [string, Json][] = [];
  for (const [name, option] of given)
    if (!OWN_FIELDS.has(name) && option !== null) options.push(shownOption(name, option, report));
  const extra = given.get('extra_dict');
  if (extra instanceof PyDict) options.push(...Object.entries(toJson(extra, report) ?? {}));
  return {
    ...(id === undefined ? {} : { id }),
    type: portType(value, report),
    isOptional: given.get('optional') === true,
    isList: given.get('is_output_list') === true,
    ...(label === undefined ? {} : { label }),
    options: Object.fromEntries(options),
  };
}

/** Leading parameters of ports, in the host's order. */
function positionalNames({ path }: External): string[] {
  if (path.endsWith('.Output'))
    return /\bCombo\.Output$/.test(path)
      ? ['id', 'display_name']
      : ['id', 'display_name', 'tooltip', 'is_output_list'];
  const common = ['display_name', 'optional', 'tooltip', 'lazy'];
  if (/Combo\.Input$/.test(path)) return ['id', 'options', ...common, 'default'];
  if (/MultiType\.Input$/.test(path)) return ['id', 'types', ...common];
  if (/(?:MatchType|Autogrow)\.Input$/.test(path)) return ['id', 'template', ...common];
  return /String\.Input$/.test(path) ? ['id', ...common, 'multiline'] : ['id', ...common, 'default'];
}

function nameOf(call: Arguments): (name: string, at: number) => [string, Value][] {
  return (name, at) => {
    const value = call.positional[at];
    return value === undefined ? [] : [[name, value]];
  };
}

/** An option as the host shows it: members of its enumerations by their value. */
function shownOption(name: string, value: Value, report: (reason: string) => void): [string, Json] {
  const member =
    value instanceof External
      ? /\b(NumberDisplay|FolderType|UploadType)\.(\w+)$/.exec(value.path)
      : undefined;
  const shown = member?.[2] ?? toJson(value instanceof PyClass ? enumerationValues(value) : value, report);
  if (name === 'upload' && typeof shown === 'string')
    return [member ? `${shown === 'model' ? 'file' : shown}_upload` : shown, true];
  return [SHOWN_NAMES[name] ?? name, shown];
}

function portType(value: External, report: (reason: string) => void): Json {
  const { owner } = value;
  const made = owner?.path.split('.').at(-1);
  if (owner?.call !== undefined && made === 'Custom')
    return toJson(argument(owner.call, 0, 'io_type') ?? null, report);
  const segments = value.path.split('.');
  const name = segments.at(/^(?:Input|Output)$/.test(segments.at(-1) ?? '') ? -2 : -1) ?? '';
  if (name === 'MultiType' && value.call !== undefined) return multiType(argument(value.call, 1, 'types'));
  return typeName(name);
}

function multiType(types: Value | undefined): Json {
  const names =
    types instanceof PySequence
      ? types.items.map((type) => (type instanceof External ? (type.path.split('.').at(-1) ?? '') : ''))
      : [];
  return names.map(typeName).join(',');
}

/** The inputs in the older dictionary form, so that both styles read alike. */
export function inputsJson(ports: readonly SchemaPort[], hidden: Json): Json {
  const rows = (isOptional: boolean) =>
    Object.fromEntries(
      ports.flatMap((port) =>
        port.id !== undefined && port.isOptional === isOptional
          ? [[port.id, [port.type, port.options] satisfies Json]]
          : [],
      ),
    );
  const optional = rows(true);
  return {
    required: rows(false),
    ...(Object.keys(optional).length === 0 ? {} : { optional }),
    ...(hidden === null ? {} : { hidden }),
  };
}
