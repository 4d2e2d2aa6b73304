import { type ExtractedAppNode, type ExtractionUnknown } from './extraction-result.js';
import { jsonText, toJson, type Json } from './json-text.js';
import { type Interpreter } from './python/interpreter.js';
import { BudgetSpent, PyRaise } from './python/machine.js';
import { positional } from './python/arguments.js';
import {
  Bound,
  External,
  PyClass,
  PyFunction,
  PySequence,
  textOf,
  truth,
  Unknown,
  type Value,
} from './python/values.js';
import { schemaField } from './python/schema-call.js';
import { inputsJson, schemaPorts, type SchemaPort } from './schema-metadata.js';

/** Everything about a node but its name. */
export type NodeMetadata = Omit<ExtractedAppNode, 'name'>;

/** Told of a field that is not known. */
export type FieldReport = (subject: ExtractionUnknown['subject'], reason: string) => void;

/** What is said of a node whose class is not in the package. */
export const NO_METADATA: NodeMetadata = { outputIsList: [], deprecated: false, experimental: false };

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
    if (schema !== undefined) return this.fromSchema(schema, report);
    return type instanceof PyClass ? this.fromClass(type, report) : NO_METADATA;
  }

  private fromClass(type: PyClass, report: FieldReport): NodeMetadata {
    const text = (name: string, subject: ExtractionUnknown['subject']) =>
      this.text(this.value(type, name), subject, report);
    const json = (name: string, subject: ExtractionUnknown['subject']) => {
      const value = this.value(type, name);
      return value === undefined || value === null ? undefined : this.json(value, subject, report);
    };
    return {
      ...given('category', text('CATEGORY', 'category')),
      ...given('description', text('DESCRIPTION', 'description')),
      ...given('function', text('FUNCTION', 'function')),
      ...given('inputTypes', json('INPUT_TYPES', 'inputTypes')),
      ...given('returnTypes', json('RETURN_TYPES', 'returnTypes')),
      ...given('returnNames', json('RETURN_NAMES', 'returnNames')),
      outputIsList: this.flags(this.value(type, 'OUTPUT_IS_LIST'), report),
      deprecated: this.flag(this.value(type, 'DEPRECATED'), report),
      experimental: this.flag(this.value(type, 'EXPERIMENTAL'), report),
    };
  }

  private fromSchema(schema: External, report: FieldReport): NodeMetadata {
    const named = (name: string) => schemaField(schema, name);
    const inputs = schemaPorts(named('inputs'), (reason) => report('inputTypes', reason));
    const outputs = schemaPorts(named('outputs'), (reason) => report('returnTypes', reason));
    const hidden = named('hidden');
    return {
      ...given('displayName', this.text(named('display_name'), 'displayName', report)),
      ...given('category', this.text(named('category'), 'category', report)),
      ...given('description', this.text(named('description'), 'description', report)),
      function: 'execute',
      ...given(
        'inputTypes',
        this.bounded(inputsJson(inputs, hiddenJson(hidden, report)), 'inputTypes', report),
      ),
      ...given(
        'returnTypes',
        this.bounded(
          outputs.map(({ type }) => type),
          'returnTypes',
          report,
        ),
      ),
      ...given('returnNames', this.bounded(outputs.map(portName), 'returnNames', report)),
      outputIsList: outputs.map(({ isList }) => isList),
      deprecated: this.flag(named('is_deprecated'), report),
      experimental: this.flag(named('is_experimental'), report),
    };
  }

  /** An attribute's value; methods and properties that stand in for one are called with the class. */
  private value(type: PyClass, name: string): Value | undefined {
    const value = this.attribute(type, name);
    if (value instanceof Bound) return this.called(value, []);
    if (value instanceof PyFunction) return this.called(value, value.role === 'staticmethod' ? [] : [type]);
    return value;
  }

  private attribute(type: PyClass, name: string): Value | undefined {
    return this.bounding(() => this.interpreter.attribute(type, name));
  }

  private called(callee: Value, call: Value[]): Value {
    return this.bounding(() => this.interpreter.call(callee, positional(...call))) ?? null;
  }

  private bounding(run: () => Value | undefined): Value | undefined {
    try {
      return this.interpreter.within(this.limits.stepsPerNode, run);
    } catch (error) {
      if (error instanceof PyRaise || error instanceof BudgetSpent) return new Unknown(error.message);
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
    if (text === undefined) toJson(value, (reason) => report(subject, reason));
    return text;
  }

  private json(value: Value, subject: ExtractionUnknown['subject'], report: FieldReport): string | undefined {
    if (value instanceof Unknown) {
      report(subject, value.reason);
      return undefined;
    }
    return this.bounded(
      toJson(value, (reason) => report(subject, reason)),
      subject,
      report,
    );
  }

  private bounded(
    json: Json,
    subject: ExtractionUnknown['subject'],
    report: FieldReport,
  ): string | undefined {
    const text = jsonText(json);
    if (text.length <= this.limits.jsonChars) return text;
    report(subject, `longer than ${this.limits.jsonChars} characters`);
    return undefined;
  }

  private flags(value: Value | undefined, report: FieldReport): boolean[] {
    if (value === undefined || value === null) return [];
    const items = value instanceof PySequence ? value.items : [value];
    const known = items.map(truth);
    if (!known.includes(undefined)) return known.map((flag) => flag === true);
    report('outputIsList', this.interpreter.reasonOf(value));
    return [];
  }

  private flag(value: Value | undefined, report: FieldReport): boolean {
    if (value === undefined) return false;
    const known = truth(value);
    if (known === undefined) report('flags', this.interpreter.reasonOf(value));
    return known ?? false;
  }
}

function given<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: V });
}

function portName(port: SchemaPort): Json {
  return port.label ?? port.id ?? port.type;
}

function hiddenJson(value: Value | undefined, report: FieldReport): Json {
  if (!(value instanceof PySequence)) return null;
  const names = value.items.map((item) =>
    item instanceof External ? (item.path.split('.').at(-1) ?? '') : textOf(item),
  );
  if (names.includes(undefined)) report('inputTypes', 'a hidden input that is not known');
  return Object.fromEntries(
    names.flatMap((name) => (name === undefined ? [] : [[name, [name.toUpperCase()] satisfies Json]])),
  );
}
