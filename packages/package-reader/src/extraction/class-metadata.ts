import {
  Bound,
  BudgetSpent,
  cleanText,
  External,
  inherited,
  type Interpreter,
  orElse,
  positional,
  PyClass,
  PyDict,
  PyFunction,
  PyRaise,
  PySequence,
  schemaField,
  textOf,
  truth,
  Unknown,
  unwrapped,
  type Value,
  reasonOf,
} from '../python/index.js';
import type { ExtractedAppNode, ExtractionUnknown } from './extraction-result.js';
import { jsonText, toJson, type Json } from './json-text.js';
import { inputsJson, schemaPorts, type SchemaPort } from './schema-metadata.js';

/** Everything about a node but its name. */
export type NodeMetadata = Omit<ExtractedAppNode, 'name'>;

/** Called for a field that is not known. */
export type FieldReport = (subject: ExtractionUnknown['subject'], reason: string) => void;

/** The metadata of a node whose class is not in the package. */
function unknownMetadata(reason: string): NodeMetadata {
  const unknown = { $unknown: reason };
  return {
    inputTypes: jsonText(unknown),
    returnTypes: jsonText([unknown]),
    returnNames: jsonText([unknown]),
    outputIsList: [],
    deprecated: false,
    experimental: false,
  };
}

/** Reads a node class's metadata in either style, asking its class methods and bases. */
export class ClassMetadata {
  constructor(
    private readonly interpreter: Interpreter,
    private readonly limits: { readonly stepsPerNode: number; readonly jsonChars: number },
  ) {}

  /** The schema call of a schema-style class; undefined for other classes. */
  schema(type: Value): External | undefined {
    if (!(type instanceof PyClass)) return undefined;
    for (const name of ['define_schema', 'DEFINE_SCHEMA']) {
      const method = this.attribute(type, name);
      if (!(method instanceof Bound) && !(method instanceof PyFunction)) continue;
      const made = this.called(method, method instanceof PyFunction ? [type] : []);
      if (made instanceof External && made.call !== undefined) return made;
    }
    return undefined;
  }

  read(type: Value, report: FieldReport): NodeMetadata {
    const schema = this.schema(type);
    if (schema !== undefined)
      return this.bounding(
        () => this.fromSchema(schema, type, report),
        (reason) => {
          report('inputTypes', reason);
          return unknownMetadata(reason);
        },
      );
    return type instanceof PyClass
      ? this.fromClass(type, report)
      : unknownMetadata(`the class ${reasonOf(type)}`);
  }

  private fromClass(type: PyClass, report: FieldReport): NodeMetadata {
    const text = (name: string, subject: ExtractionUnknown['subject']) =>
      this.text(this.value(type, name), subject, report);
    const outputs = orElse(this.value(type, 'RETURN_TYPES'), null);
    const names = this.ownValue(type, 'RETURN_NAMES');
    const flags = this.ownValue(type, 'OUTPUT_IS_LIST');
    return {
      ...given('category', text('CATEGORY', 'category')),
      ...given('description', this.text(this.ownValue(type, 'DESCRIPTION'), 'description', report)),
      ...given('docstring', docstringOf(type)),
      ...given('function', text('FUNCTION', 'function')),
      inputTypes: this.json(this.value(type, 'INPUT_TYPES') ?? new PyDict(), 'inputTypes', report),
      returnTypes: this.list(outputs, 'returnTypes', report),
      returnNames: this.list(names ?? outputs, names === undefined ? 'returnTypes' : 'returnNames', report),
      outputIsList: flags === undefined ? noLists(outputs) : this.flags(flags, report),
      deprecated: this.flag(this.value(type, 'DEPRECATED'), report),
      experimental: this.flag(this.value(type, 'EXPERIMENTAL'), report),
    };
  }

  private fromSchema(schema: External, type: Value, report: FieldReport): NodeMetadata {
    const named = (name: string) => schemaField(schema, name);
    const inputs = schemaPorts(named('inputs'), (reason) => report('inputTypes', reason));
    if (inputs.some(({ id }) => id === undefined)) report('inputTypes', 'an input whose name is not known');
    const outputs = schemaPorts(named('outputs'), (reason) => report('returnTypes', reason));
    const types = outputs.map((port) => port.type);
    return {
      ...given('displayName', this.text(named('display_name'), 'displayName', report)),
      ...given('category', this.text(named('category'), 'category', report)),
      ...given('description', this.text(named('description'), 'description', report)),
      ...given('docstring', docstringOf(type)),
      function: 'execute',
      inputTypes: this.bounded(inputsJson(inputs, this.hidden(named, report)), 'inputTypes', report),
      returnTypes: this.bounded(types, 'returnTypes', report),
      returnNames: this.bounded(outputs.map(portName), 'returnNames', report),
      outputIsList: outputs.map(({ isList }) => isList),
      deprecated: this.flag(named('is_deprecated'), report),
      experimental: this.flag(named('is_experimental'), report),
    };
  }

  /** The hidden inputs that a schema asks for, and those that the host adds. */
  private hidden(named: (name: string) => Value | undefined, report: FieldReport): { [name: string]: Json } {
    const isPaid = this.flag(named('is_api_node'), report);
    const isOutput = this.flag(named('is_output_node'), report);
    const names = [
      ...hiddenNames(named('hidden'), report),
      ...(isPaid ? HIDDEN_OF_PAID : []),
      ...(isOutput ? HIDDEN_OF_OUTPUTS : []),
    ];
    return Object.fromEntries(names.map((name) => [name, [name.toUpperCase()]]));
  }

  /** As `value`, from classes of the package only: attributes of other packages' classes count as absent. */
  private ownValue(type: PyClass, name: string): Value | undefined {
    const value = this.value(type, name);
    return inherited(type, name) !== undefined || !(value instanceof Unknown)
      ? (value ?? undefined)
      : undefined;
  }

  /** An attribute's value; methods and properties that stand in for one are called with the class. */
  private value(type: PyClass, name: string): Value | undefined {
    const value = this.attribute(type, name);
    if (value instanceof Bound) return this.called(value, []);
    if (value instanceof PyFunction) return this.called(value, value.role === 'staticmethod' ? [] : [type]);
    return value;
  }

  private attribute(type: PyClass, name: string): Value | undefined {
    return this.bounding(
      () => this.interpreter.attribute(type, name),
      (reason) => new Unknown(reason),
    );
  }

  private called(callee: Value, call: Value[]): Value {
    return this.bounding(
      () => this.interpreter.call(callee, positional(...call)),
      (reason) => new Unknown(reason),
    );
  }

  /** Runs a part with the steps of one node; if it needs more or raises, `otherwise` gives the result. */
  private bounding<T>(run: () => T, otherwise: (reason: string) => T): T {
    try {
      return this.interpreter.budget.within(this.limits.stepsPerNode, run);
    } catch (error) {
      if (error instanceof PyRaise || error instanceof BudgetSpent) return otherwise(error.message);
      throw error;
    }
  }

  private text(
    value: Value | undefined,
    subject: ExtractionUnknown['subject'],
    report: FieldReport,
  ): string | undefined {
    if (value === undefined || value === null) return undefined;
    const text = textOf(value);
    if (text === undefined) this.converted(value, subject, report);
    return text;
  }

  private json(value: Value, subject: ExtractionUnknown['subject'], report: FieldReport): string {
    return this.bounded(this.converted(value, subject, report), subject, report);
  }

  private converted(value: Value, subject: ExtractionUnknown['subject'], report: FieldReport): Json {
    return this.bounding(
      () => toJson(value, (reason) => report(subject, reason)),
      (reason) => {
        report(subject, reason);
        return { $unknown: reason };
      },
    );
  }

  /** As `json`, of a list; absent is empty. */
  private list(value: Value, subject: ExtractionUnknown['subject'], report: FieldReport): string {
    if (value === null) return '[]';
    const json = this.converted(value, subject, report);
    return this.bounded(isUnknown(json) ? [json] : json, subject, report);
  }

  private bounded(json: Json, subject: ExtractionUnknown['subject'], report: FieldReport): string {
    const text = jsonText(json);
    if (text.length <= this.limits.jsonChars) return text;
    const reason = `longer than ${this.limits.jsonChars} characters`;
    report(subject, reason);
    const unknown = { $unknown: reason };
    return jsonText(Array.isArray(json) ? [unknown] : unknown);
  }

  private flags(value: Value, report: FieldReport): boolean[] {
    const held = unwrapped(value);
    const items = held instanceof PySequence ? held.items : [held];
    const known = items.map(truth);
    if (!known.includes(undefined)) return known.map((flag) => flag === true);
    report('outputIsList', reasonOf(value));
    return [];
  }

  private flag(value: Value | undefined, report: FieldReport): boolean {
    if (value === undefined) return false;
    const known = truth(value);
    if (known === undefined) report('flags', reasonOf(value));
    return known ?? false;
  }
}

/** Hidden inputs that the host adds: comfy_api/latest/_io.py, read 2026-11-24. */
const HIDDEN_OF_PAID = ['auth_token_comfy_org', 'api_key_comfy_org', 'comfy_usage_source'];
const HIDDEN_OF_OUTPUTS = ['prompt', 'extra_pnginfo'];

function docstringOf(type: Value): string | undefined {
  const text = textOf(type instanceof PyClass ? type.attributes.get('__doc__') : undefined);
  return text === undefined ? undefined : cleanText(text);
}

function given<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: V });
}

/** `[False] * len(outputs)`. */
function noLists(outputs: Value): boolean[] {
  const held = unwrapped(outputs);
  const items = held instanceof PySequence ? held.items : typeof held === 'string' ? [...held] : [];
  return items.map(() => false);
}

function isUnknown(json: Json): boolean {
  return typeof json === 'object' && json !== null && '$unknown' in json;
}

/** The host shows the id where there is no label, and the type where there is neither. */
function portName(port: SchemaPort): Json {
  return [port.label, port.id].find((name) => name !== undefined && name !== '') ?? port.type;
}

function hiddenNames(value: Value | undefined, report: FieldReport): string[] {
  if (!(value instanceof PySequence)) return [];
  return value.items.flatMap((item) => {
    const name = item instanceof External ? item.path.split('.').at(-1) : textOf(item);
    if (name === undefined) report('inputTypes', 'a hidden input that is not known');
    return name ?? [];
  });
}
