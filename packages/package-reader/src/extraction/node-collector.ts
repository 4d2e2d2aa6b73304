import {
  Bound,
  External,
  type Interpreter,
  mappingOf,
  positional,
  PyClass,
  PyDict,
  PyFunction,
  PyInstance,
  schemaField,
  type PyModule,
  PySequence,
  textOf,
  truth,
  Unknown,
  type Value,
  reasonOf,
} from '../python/index.js';
import { ClassMetadata } from './class-metadata.js';
import type { ExtractedAppNode, ExtractionUnknown } from './extraction-result.js';

/** Collects the app nodes that an entry module offers to the host, in both styles. */
export class NodeCollector {
  readonly appNodes = new Map<string, ExtractedAppNode>();
  readonly unknowns: ExtractionUnknown[] = [];
  /** Whether any entry module declared nodes at all, even none. */
  hasDeclaration = false;
  /** How many of the app nodes are only listed by hand. */
  listed = 0;
  private readonly metadata: ClassMetadata;
  /** Names beyond the limit. */
  private readonly surplus = new Set<string>();

  constructor(
    private readonly interpreter: Interpreter,
    private readonly limits: {
      readonly stepsPerNode: number;
      readonly jsonChars: number;
      readonly appNodes: number;
    },
  ) {
    this.metadata = new ClassMetadata(interpreter, limits);
  }

  /** Why no nodes are kept: a part of them would look complete. */
  get refusal(): string | undefined {
    const total = this.appNodes.size + this.surplus.size;
    return this.surplus.size === 0
      ? undefined
      : `the package has ${total} app nodes, more than the ${this.limits.appNodes} that a package may have`;
  }

  collect(module: PyModule): void {
    const mapping = module.scope.vars.get('NODE_CLASS_MAPPINGS');
    if (mapping !== undefined && mapping !== null) this.collectMapping(module, mapping);
    const entrypoint = module.scope.vars.get('comfy_entrypoint');
    if (entrypoint !== undefined && entrypoint !== null) this.collectExtension(entrypoint);
    this.collectHostEntries();
  }

  /** Nodes that the package added to the host's own table. */
  private collectHostEntries(): void {
    for (const [name, type] of this.interpreter.hostMapping.written) {
      // Anything else than a class of the package is a node of the host, restored or replaced.
      if (!(type instanceof PyClass)) continue;
      this.hasDeclaration = true;
      this.add(name, type, undefined);
    }
  }

  private collectMapping(module: PyModule, value: Value): void {
    this.hasDeclaration = true;
    const mapping = mappingOf(value, this.interpreter);
    if (mapping === undefined) {
      this.missing(reasonOf(value));
      return;
    }
    for (const gap of mapping.gaps) this.missing(gap);
    const labels = module.scope.vars.get('NODE_DISPLAY_NAME_MAPPINGS');
    for (const { key, value: type } of mapping.entries.values()) {
      const name = textOf(key);
      if (name === undefined) this.missing('a key that is not a text');
      else if (name.includes(this.interpreter.sources.root))
        this.missing('a key that holds the folder in which the host installs the package');
      else if (type !== null) this.add(name, type, labels instanceof PyDict ? labels : undefined);
    }
  }

  private collectExtension(entrypoint: Value): void {
    this.hasDeclaration = true;
    const extension =
      entrypoint instanceof PyFunction || entrypoint instanceof PyClass
        ? this.interpreter.call(entrypoint, positional())
        : entrypoint;
    const isObject = extension instanceof PyInstance || extension instanceof PyClass;
    const onLoad = isObject ? this.interpreter.attribute(extension, 'on_load') : undefined;
    if (onLoad instanceof Bound) this.interpreter.call(onLoad, positional());
    const method = isObject ? this.interpreter.attribute(extension, 'get_node_list') : undefined;
    const listed =
      method instanceof Bound
        ? this.interpreter.call(method, positional())
        : method instanceof PyFunction
          ? this.interpreter.call(method, positional(extension))
          : extension;
    const found =
      listed instanceof PySequence || listed instanceof PyDict ? this.interpreter.items(listed) : undefined;
    if (found === undefined) this.missing(reasonOf(listed));
    if (found?.gap !== undefined) this.missing(found.gap);
    for (const type of found?.items ?? []) this.addSchema(type);
  }

  /** Adds the names that a file lists by hand, as the keys of an object, to what the code shows. */
  addListed(text: string | undefined, file: string): void {
    const before = this.appNodes.size;
    for (const name of listedNames(text)) this.add(name, new Unknown(`is only named in ${file}`), undefined);
    this.listed = this.appNodes.size - before;
  }

  private addSchema(type: Value): void {
    const schema = this.metadata.schema(type);
    const id = schema === undefined ? undefined : schemaField(schema, 'node_id');
    const name = textOf(id);
    if (name !== undefined) this.add(name, type, undefined);
    else if (type !== null)
      this.missing(
        `the node_id of ${type instanceof PyClass ? type.name : 'a listed value'}: ${reasonOf(id ?? type)}`,
      );
  }

  private add(name: string, type: Value, labels: PyDict | undefined): void {
    if (this.appNodes.has(name)) return;
    if (this.appNodes.size >= this.limits.appNodes) {
      this.surplus.add(name);
      return;
    }
    if (type instanceof Unknown || type instanceof External) {
      this.unknowns.push({
        subject: 'inputTypes',
        name,
        reason: `the class ${reasonOf(type)}`,
      });
    }
    const reported = new Set<string>();
    const read = this.metadata.read(type, (subject, reason) => {
      if (reported.has(subject)) return;
      reported.add(subject);
      this.unknowns.push({ subject, name, reason });
    });
    const label = textOf(labels?.get(name));
    this.appNodes.set(name, {
      name,
      ...read,
      ...(label === undefined ? {} : { displayName: label }),
    });
    if (
      labels !== undefined &&
      label === undefined &&
      labels.get(name) !== undefined &&
      truth(labels.get(name) ?? null) === undefined
    ) {
      this.unknowns.push({
        subject: 'displayName',
        name,
        reason: 'the display name is made while the code runs',
      });
    }
  }

  private missing(reason: string): void {
    if (!this.unknowns.some((unknown) => unknown.subject === 'names' && unknown.reason === reason))
      this.unknowns.push({ subject: 'names', reason });
  }
}

function listedNames(text: string | undefined): string[] {
  if (text === undefined) return [];
  try {
    const list: unknown = JSON.parse(text);
    const isObject = typeof list === 'object' && list !== null && !Array.isArray(list);
    return isObject ? Object.keys(list).map((name) => name.trim()) : [];
  } catch {
    return [];
  }
}
