import { toJson, type Json } from './json-text.js';
import { argument } from './python/arguments.js';
import { External, PyDict, PySequence, textOf, type Value } from './python/values.js';

/** Names of the schema style's types that are not their class name in upper case: comfy_api/latest/_io.py, read 2026-11-20. */
const TYPE_NAMES: Record<string, string> = {
  AnyType: '*',
  ControlNet: 'CONTROL_NET',
  ClipVision: 'CLIP_VISION',
  ClipVisionOutput: 'CLIP_VISION_OUTPUT',
  StyleModel: 'STYLE_MODEL',
  UpscaleModel: 'UPSCALE_MODEL',
  LatentUpscaleModel: 'LATENT_UPSCALE_MODEL',
  LoraModel: 'LORA_MODEL',
  LossMap: 'LOSS_MAP',
  HookKeyframes: 'HOOK_KEYFRAMES',
  TimestepsRange: 'TIMESTEPS_RANGE',
  LatentOperation: 'LATENT_OPERATION',
  FlowControl: 'FLOW_CONTROL',
  Load3D: 'LOAD_3D',
  Load3DAnimation: 'LOAD3D_ANIMATION',
  Load3DCamera: 'LOAD3D_CAMERA',
  WanCameraEmbedding: 'WAN_CAMERA_EMBEDDING',
  FaceAnalysis: 'FACE_ANALYSIS',
  MultiCombo: 'COMBO',
  AudioEncoder: 'AUDIO_ENCODER',
  AudioEncoderOutput: 'AUDIO_ENCODER_OUTPUT',
  ModelPatch: 'MODEL_PATCH',
  MatchType: 'COMFY_MATCHTYPE_V3',
  Autogrow: 'COMFY_AUTOGROW_V3',
  DynamicCombo: 'COMFY_DYNAMICCOMBO_V3',
  DynamicSlot: 'COMFY_DYNAMICSLOT_V3',
  BoundingBox: 'BOUNDING_BOX',
  ImageCompare: 'IMAGECOMPARE',
};

/** One input or output of a schema. */
export interface SchemaPort {
  readonly id?: string;
  readonly type: Json;
  readonly isOptional: boolean;
  readonly isList: boolean;
  readonly label?: string;
  readonly options: { [key: string]: Json };
}

const OWN_FIELDS = new Set(['id', 'optional', 'is_output_list', 'extra_dict']);

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
  const id = textOf(argument(call, 0, 'id'));
  const label = textOf(call.named.get('display_name'));
  const options: [string, Json][] = [];
  for (const [name, option] of call.named)
    if (!OWN_FIELDS.has(name)) options.push([name, toJson(option, report)]);
  const extra = call.named.get('extra_dict');
  if (extra instanceof PyDict) options.push(...Object.entries(toJson(extra, report) ?? {}));
  return {
    ...(id === undefined ? {} : { id }),
    type: portType(value, report),
    isOptional: call.named.get('optional') === true,
    isList: call.named.get('is_output_list') === true,
    ...(label === undefined ? {} : { label }),
    options: Object.fromEntries(options),
  };
}

function portType(value: External, report: (reason: string) => void): Json {
  const { owner } = value;
  const made = owner?.path.split('.').at(-1);
  if (owner?.call !== undefined && made === 'Custom')
    return toJson(argument(owner.call, 0, 'io_type') ?? null, report);
  const segments = value.path.split('.');
  const name = segments.at(/^(?:Input|Output)$/.test(segments.at(-1) ?? '') ? -2 : -1) ?? '';
  if (name === 'MultiType' && value.call !== undefined)
    return multiType(value.call.positional[1] ?? value.call.named.get('types'));
  return TYPE_NAMES[name] ?? name.toUpperCase();
}

function multiType(types: Value | undefined): Json {
  const names =
    types instanceof PySequence
      ? types.items.map((type) => (type instanceof External ? (type.path.split('.').at(-1) ?? '') : ''))
      : [];
  return names.map((name) => TYPE_NAMES[name] ?? name.toUpperCase()).join(',');
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
