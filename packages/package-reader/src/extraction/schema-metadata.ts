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
} from '../python/index.js';
import { toJson, type Json } from './json-text.js';

/** Names of the schema style's types that are not their class name in parts: comfy_api/latest/_io.py, read 2026-11-24. */
const TYPE_NAMES: Record<string, string> = {
  AnyType: '*',
  File3DAny: 'FILE_3D',
  Load3DCamera: 'LOAD3D_CAMERA',
  Load3DModelInfo: 'LOAD3D_MODEL_INFO',
  MultiCombo: 'COMBO',
  MatchType: 'COMFY_MATCHTYPE_V3',
  Autogrow: 'COMFY_AUTOGROW_V3',
  DynamicCombo: 'COMFY_DYNAMICCOMBO_V3',
  DynamicSlot: 'COMFY_DYNAMICSLOT_V3',
  ImageCompare: 'IMAGECOMPARE',
};

/** `ClipVision` is `CLIP_VISION`, `File3DGLB` is `FILE_3D_GLB`. */
function typeName(className: string): string {
  return (
    TYPE_NAMES[className] ??
    className.replaceAll(/(?<=[a-z])(?=[A-Z0-9])|(?<=\dD)(?=[A-Z])/g, '_').toUpperCase()
  );
}

const NO_SOCKET = { socketless: true };

/** Options that the host shows of inputs that do not set them, by the inputs' class; read there too. */
const OWN_OPTIONS: Record<string, { readonly [name: string]: Json }> = {
  String: { multiline: false },
  Combo: { multiselect: false },
  MultiCombo: { multiselect: true },
  Color: { ...NO_SOCKET, default: '#ffffff' },
  Colors: { ...NO_SOCKET, default: [] },
  BoundingBox: { ...NO_SOCKET, default: { x: 0, y: 0, width: 512, height: 512 } },
  BoundingBoxes: { ...NO_SOCKET, default: [] },
  Compositor: { ...NO_SOCKET, default: {} },
  CameraInfoState: NO_SOCKET,
  Curve: NO_SOCKET,
  ImageCompare: NO_SOCKET,
  Range: NO_SOCKET,
  VideoEdit: NO_SOCKET,
};

/** Inputs that bring a widget, besides those above. */
const WIDGETS = new Set([...Object.keys(OWN_OPTIONS), 'Boolean', 'Int', 'Float', 'Webcam']);

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
  const first = given.get('id');
  // An input of many types may go on from another input, with its name and widget.
  const base = first instanceof External ? schemaPort(first, report) : undefined;
  const id = base?.id ?? textOf(first);
  const label =
    textOf(given.get('display_name')) ??
    (value.path.endsWith('MatchType.Output') ? (id ?? 'MATCHTYPE') : undefined);
  return {
    ...(id === undefined ? {} : { id }),
    type: portType(value, base?.type, report),
    isOptional: given.get('optional') === true || base?.isOptional === true,
    isList: given.get('is_output_list') === true,
    ...(label === undefined ? {} : { label }),
    options: {
      ...base?.options,
      ...(first instanceof External && base && WIDGETS.has(className(first))
        ? { widgetType: base.type }
        : {}),
      ...portOptions(className(value), given, report),
    },
  };
}

/** What the host shows beside the type of an input. */
function portOptions(
  kind: string,
  given: ReadonlyMap<string, Value>,
  report: (reason: string) => void,
): { [name: string]: Json } {
  const own = Object.entries(OWN_OPTIONS[kind] ?? {}).filter(([name]) => !given.has(name));
  const shown = [...given]
    .filter(([name, option]) => !OWN_FIELDS.has(name) && option !== null)
    .map(([name, option]) => shownOption(name, option, report));
  const extra = given.get('extra_dict');
  const more = extra instanceof PyDict ? Object.entries(toJson(extra, report) ?? {}) : [];
  const { placeholder, chip, ...options } = Object.fromEntries([...own, ...shown, ...more]);
  const choice = {
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(chip === undefined ? {} : { chip }),
  };
  return kind === 'MultiCombo' ? { ...options, multi_select: choice } : { ...options, ...choice };
}

/** The class of the host that makes an input or output, or the type itself: `String` of `io.String.Input`. */
function className({ path }: External): string {
  return (
    path
      .replaceAll('()', '')
      .replace(/\.(?:Input|Output)$/, '')
      .split('.')
      .at(-1) ?? ''
  );
}

/** Leading parameters of ports, in the host's order. */
function positionalNames({ path }: External): string[] {
  if (path.endsWith('.Output'))
    return /\bCombo\.Output$/.test(path)
      ? ['id', 'display_name']
      : [...(/MatchType/.test(path) ? ['template'] : []), 'id', 'display_name', 'tooltip', 'is_output_list'];
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

function portType(value: External, base: Json | undefined, report: (reason: string) => void): Json {
  if (className(value) !== 'MultiType' || value.call === undefined) return typeOf(value, report);
  const types = argument(value.call, 1, 'types');
  if (!(types instanceof PySequence)) return toJson(types ?? null, report);
  const names = [...(base === undefined ? [] : [base]), ...types.items.map((type) => typeOf(type, report))];
  return names.find((name) => typeof name !== 'string') ?? [...new Set(names)].join(',');
}

function typeOf(value: Value, report: (reason: string) => void): Json {
  if (!(value instanceof External)) return toJson(value, report);
  const { path, call } = value.owner ?? value;
  return call !== undefined && /\bCustom$/.test(path)
    ? toJson(argument(call, 0, 'io_type') ?? null, report)
    : typeName(className(value));
}

/** The inputs in the older dictionary form, so that both styles read alike. */
export function inputsJson(ports: readonly SchemaPort[], hidden: { [name: string]: Json }): Json {
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
    ...(Object.keys(hidden).length === 0 ? {} : { hidden }),
  };
}
