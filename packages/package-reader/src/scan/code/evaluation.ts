import { resultOf } from './calls.js';
import { type Arguments, bindArguments, functionOf, scopeOf } from './functions.js';
import { BUILTIN_NAMES, canonical, RUNS_CODE, SENDS, STARTS_PROGRAM } from './known-names.js';
import type { Call, Observer } from './observation.js';
import { OBJECT_PARAMETER, type PythonFile, type PythonFunction, type Scope } from './python-file.js';
import type { Syntax } from './syntax.js';
import { composed, concatenated, formatted, reversed, unescaped } from './texts.js';
import {
  has,
  HIDDEN,
  HOLE,
  isWhole,
  join,
  marked,
  MARK,
  marksOf,
  textValue,
  UNKNOWN,
  type Value,
} from './value.js';

const DEPTH_MAX = 600;
const HOST_FOLDER = '/host/custom_nodes';

/** What all files of a package share while they are read. */
export type Reading = {
  readonly packageName: string;
  readonly deadline: number;
  /** How many parts of files may still be read. */
  steps: number;
  /** The file of the package that an import names. */
  readonly fileOf: (importer: PythonFile, dots: number, module: string) => PythonFile | undefined;
  readonly observer: Observer;
};

/** Thrown when a package takes too long to be read, or is nested too deep. */
export class ReadingStopped extends Error {}

type Evaluate = (node: Syntax, scope: Scope) => Value;

/** Follows values through the code of one file, in the order of its text and both ways of each branch. */
export class Evaluation {
  private depth = 0;
  private loops = 0;
  private block: Syntax;

  constructor(
    private readonly file: PythonFile,
    private readonly reading: Reading,
  ) {
    this.block = file.root;
  }

  run(): void {
    this.file.restart();
    this.parts(this.file.root, this.file.scope);
  }

  private readonly value: Evaluate = (node, scope) => {
    this.reading.steps -= 1;
    if (this.reading.steps < 0 || (this.reading.steps % 1_024 === 0 && Date.now() > this.reading.deadline))
      throw new ReadingStopped();
    if (this.depth > DEPTH_MAX) throw new ReadingStopped();
    this.depth += 1;
    const value = (this.kinds[node.type] ?? this.parts)(node, scope);
    this.depth -= 1;
    return value;
  };

  /** Everything that has no rule here: its marks are those of its parts. */
  private readonly parts: Evaluate = (node, scope) => {
    let marks = 0;
    for (const part of node.parts) marks |= this.value(part, scope).marks;
    return marks === 0 ? UNKNOWN : { marks };
  };

  private readonly statement: Evaluate = (node, scope) => {
    this.parts(node, scope);
    return UNKNOWN;
  };

  private readonly only: Evaluate = (node, scope) => {
    const [part] = node.parts;
    return part ? this.value(part, scope) : UNKNOWN;
  };

  private readonly kinds: Record<string, Evaluate | undefined> = {
    block: (node, scope) => {
      const around = this.block;
      this.block = node;
      this.statement(node, scope);
      this.block = around;
      return UNKNOWN;
    },
    while_statement: (node, scope) => this.inLoop(() => this.statement(node, scope)),
    identifier: (node, scope) => this.name(this.file.text(node), scope),
    attribute: (node, scope) => this.attribute(node, scope),
    call: (node, scope) => this.call(node, scope),
    string: (node, scope) => this.string(node, scope),
    concatenated_string: (node, scope) => {
      const all = concatenated(node.parts.map((part) => this.value(part, scope)));
      return { ...all, marks: all.marks & ~MARK.pieced };
    },
    integer: () => NUMBER,
    parenthesized_expression: this.only,
    expression_statement: this.statement,
    await: this.only,
    type: () => UNKNOWN,
    comparison_operator: this.statement,
    not_operator: this.statement,
    list: (node, scope) => this.members(node, scope),
    tuple: (node, scope) => this.members(node, scope),
    expression_list: (node, scope) => this.members(node, scope),
    dictionary: (node, scope) => this.dictionary(node, scope),
    subscript: (node, scope) => this.subscript(node, scope),
    binary_operator: (node, scope) => this.binary(node, scope),
    conditional_expression: (node, scope) =>
      node.parts.map((part) => this.value(part, scope)).reduce((a, b) => join(a, b), UNKNOWN),
    boolean_operator: (node, scope) =>
      node.parts.map((part) => this.value(part, scope)).reduce((a, b) => join(a, b), UNKNOWN),
    assignment: (node, scope) => this.assignment(node, scope),
    augmented_assignment: (node, scope) => {
      const right = this.field(node, 'right', scope);
      this.assign(node.fields.get('left'), { marks: right.marks & ~MARK.pieced }, scope);
      return UNKNOWN;
    },
    named_expression: (node, scope) => {
      const value = this.field(node, 'value', scope);
      this.assign(node.fields.get('name'), value, scope);
      return value;
    },
    as_pattern: (node, scope) => {
      const [subject, alias] = node.parts;
      const value = subject ? this.value(subject, scope) : UNKNOWN;
      const name = alias?.parts[0];
      // Inside of `with` it is this value for certain.
      if (name?.type === 'identifier') scope.assign(this.file.text(name), value, this.file.root);
      else this.assign(name, value, scope);
      return value;
    },
    for_statement: (node, scope) => this.loop(node, scope),
    for_in_clause: (node, scope) => this.loop(node, scope),
    list_comprehension: (node, scope) => this.comprehension(node, scope),
    generator_expression: (node, scope) => this.comprehension(node, scope),
    set_comprehension: (node, scope) => this.comprehension(node, scope),
    dictionary_comprehension: (node, scope) => this.comprehension(node, scope),
    lambda: (node, scope) => this.lambda(node, scope),
    function_definition: (node, scope) => this.definition(node, scope),
    decorated_definition: (node, scope) => this.decorated(node, scope),
    class_definition: (node, scope) => this.classDefinition(node, scope),
    return_statement: (node, scope) => this.giveBack(node, scope),
    yield: (node, scope) => this.giveBack(node, scope),
    import_statement: (node, scope) => this.imports(node, scope),
    import_from_statement: (node, scope) => this.importsFrom(node, scope),
    exec_statement: (node, scope) => {
      const code = this.field(node, 'code', scope);
      return this.apply(
        node,
        { marks: 0, path: 'builtins.exec' },
        { given: [code], named: new Map(), spread: [] },
        scope,
      );
    },
  };

  private field(node: Syntax, name: string, scope: Scope): Value {
    const part = node.fields.get(name);
    return part ? this.value(part, scope) : UNKNOWN;
  }

  private name(written: string, scope: Scope): Value {
    // As Python does with letters of other shapes.
    const name = /^[\x00-\x7f]*$/.test(written) ? written : written.normalize('NFKC');
    const known = scope.find(name);
    if (known) return known;
    if (name === '__file__')
      return textValue(`${HOST_FOLDER}/${this.reading.packageName}/${this.file.file.path}`);
    if (name === '__builtins__') return { marks: 0, path: 'builtins' };
    if (BUILTIN_NAMES.has(name)) return { marks: 0, path: `builtins.${name}` };
    for (const module of this.file.starModules) {
      const path = canonical(`${module}.${name}`);
      if (
        STARTS_PROGRAM.test(path) ||
        SENDS.test(path) ||
        RUNS_CODE.test(path) ||
        /^(?:os\.environ|base64\.|zlib\.)/.test(path)
      )
        return external(path);
    }
    return UNKNOWN;
  }

  private attribute(node: Syntax, scope: Scope): Value {
    const object = this.field(node, 'object', scope);
    const field = node.fields.get('attribute');
    return field ? this.member(object, this.file.text(field).normalize('NFKC')) : UNKNOWN;
  }

  private member(object: Value, name: string): Value {
    const own = object.names?.get(name) ?? methodValue(object, name);
    if (own) return own;
    if (object.path !== undefined && object.path !== '#') {
      if (object.path === 'pathlib.Path()' && name === 'parent') {
        const text = (object.text ?? HOLE).replace(/[\\/][^\\/]*$/, '');
        return { marks: 0, text, path: object.path };
      }
      return marked(external(canonical(`${object.path}.${name}`)), object.marks & ~HIDDEN);
    }
    const known = this.file.attributes.get(name);
    return known ? marked(known, object.marks & ~HIDDEN) : { marks: object.marks };
  }

  private string(node: Syntax, scope: Scope): Value {
    const [start, ...rest] = node.parts;
    const prefix = start ? this.file.text(start).toLowerCase() : '';
    const values = rest.slice(0, -1).map((part) => {
      if (part.type === 'interpolation') {
        const { text, marks } = this.value(part, scope);
        return text === undefined ? { marks, text: HOLE } : { marks, text };
      }
      const source = this.file.text(part);
      return prefix.includes('r') ? composed(source) : unescaped(source);
    });
    if (values.length === 0) return textValue('');
    if (values.length === 1 && values[0]) return values[0];
    return concatenated(values);
  }

  private members(node: Syntax, scope: Scope): Value {
    const items = node.parts.slice(0, MEMBERS_MAX).map((part) => this.value(part, scope));
    return { marks: marksOf(items), items };
  }

  private dictionary(node: Syntax, scope: Scope): Value {
    const names = new Map<string, Value>();
    let marks = 0;
    for (const part of node.parts.slice(0, MEMBERS_MAX)) {
      const key = this.field(part, 'key', scope);
      const value = part.fields.has('value') ? this.field(part, 'value', scope) : this.parts(part, scope);
      if (isWhole(key)) names.set(key.text, value);
      marks |= value.marks | key.marks;
    }
    return { marks, names };
  }

  private subscript(node: Syntax, scope: Scope): Value {
    const object = this.field(node, 'value', scope);
    const place = node.fields.get('subscript');
    if (!place) return { marks: object.marks };
    const key = this.value(place, scope);
    const source = this.file.text(place).replaceAll(/\s/g, '');
    if (source === '::-1') return reversed(object);
    if (object.path === 'os.environ' || has(object, MARK.environment)) {
      return this.apply(
        node,
        external('os.environ.get'),
        { given: [key], named: new Map(), spread: [] },
        scope,
      );
    }
    if (key.text !== undefined) {
      if (object.names) return object.names.get(key.text) ?? UNKNOWN;
      if (object.path === 'sys.modules') return external(canonical(key.text));
      if (object.path === 'builtins.globals()') return this.name(key.text, scope);
      if (object.path === 'builtins')
        return { ...external(canonical(`builtins.${key.text}`)), marks: key.marks & HIDDEN };
      if (object.path?.endsWith('.__dict__'))
        return external(canonical(object.path.replace(/__dict__$/, key.text)));
    }
    if (object.path === 'builtins' && has(key, HIDDEN)) return { path: 'builtins.?', marks: 0 };
    const index = /^-?\d{1,4}$/.test(source) ? object.items?.at(Number(source)) : undefined;
    return (
      index ?? {
        marks: object.marks,
        ...(object.path && object.path !== '#' ? { path: `${object.path}[]` } : {}),
      }
    );
  }

  private binary(node: Syntax, scope: Scope): Value {
    // A long sum nests to the left; it is read without depth.
    const operands: Syntax[] = [];
    let left: Syntax | undefined = node;
    while (left?.type === 'binary_operator') {
      const right = left.fields.get('right');
      if (right) operands.unshift(right);
      left = left.fields.get('left');
    }
    const operator = node.fields.get('operator');
    const sign = operator ? this.file.text(operator) : '';
    const values = (left ? [left, ...operands] : operands).map((part) => this.value(part, scope));
    const [first = UNKNOWN, second = UNKNOWN] = values;
    if (sign === '+' && first.items)
      return {
        marks: marksOf(values),
        items: values.flatMap((each) => each.items ?? [{ marks: each.marks }]),
      };
    if (sign === '+') return concatenated(values);
    if (sign === '%' && first.text !== undefined && values.length === 2)
      return formatted(first, second.items ?? [second], /%[-\d.]{0,6}[srd]/g);
    if (sign === '/' && (first.text !== undefined || first.path === 'pathlib.Path()')) {
      const { marks, text = HOLE } = concatenated(values, '/');
      return { ...composed(text, marks & ~MARK.pieced), path: 'pathlib.Path()' };
    }
    if (sign === '*' && first.text !== undefined) return { marks: first.marks };
    return { marks: marksOf(values) | (sign === '^' ? MARK.decoded : 0) };
  }

  private assignment(node: Syntax, scope: Scope): Value {
    const value = this.field(node, 'right', scope);
    this.assign(node.fields.get('left'), value, scope, node);
    return value;
  }

  private assign(target: Syntax | undefined, value: Value, scope: Scope, node = target): void {
    if (!target || !node) return;
    if (target.type === 'identifier')
      scope.assign(this.file.text(target).normalize('NFKC'), value, this.block, this.loops === 0);
    else if (target.type === 'attribute') this.assignAttribute(target, value, scope, node);
    else if (target.type === 'subscript') {
      const object = this.field(target, 'value', scope);
      const key = this.field(target, 'subscript', scope);
      if (object.path !== undefined) this.observeAssignment(node, scope, object.path, value, key);
      const held = target.fields.get('value');
      if (
        held &&
        (held.type === 'identifier' || held.type === 'attribute') &&
        object.path === undefined &&
        value.marks !== 0
      )
        this.assign(held, { marks: value.marks & ~MARK.pieced }, scope);
    } else
      target.parts.forEach((part, at) =>
        this.assign(part, value.items?.[at] ?? { marks: value.marks }, scope),
      );
  }

  private assignAttribute(target: Syntax, value: Value, scope: Scope, node: Syntax): void {
    const object = this.field(target, 'object', scope);
    const field = target.fields.get('attribute');
    const name = field ? this.file.text(field) : '';
    if (object.path === undefined) this.file.assignAttribute(name, value);
    else this.observeAssignment(node, scope, `${object.path}.${name}`, value);
  }

  private observeAssignment(node: Syntax, scope: Scope, path: string, value: Value, key?: Value): void {
    const { file } = this;
    this.reading.observer.assignment({ file, node, scope, path, value, ...(key ? { key } : {}) });
  }

  private loop(node: Syntax, scope: Scope): Value {
    const over = this.field(node, 'right', scope);
    const member = over.items?.length
      ? over.items.reduce((a, b) => join(a, b), UNKNOWN)
      : { marks: over.marks };
    this.assign(node.fields.get('left'), member, scope);
    return this.inLoop(() => this.loopBody(node, scope));
  }

  /** In a loop a name also holds what is assigned to it further down. */
  private inLoop(read: () => Value): Value {
    this.loops += 1;
    const value = read();
    this.loops -= 1;
    return value;
  }

  private loopBody(node: Syntax, scope: Scope): Value {
    for (const part of node.parts)
      if (part !== node.fields.get('left') && part !== node.fields.get('right')) this.value(part, scope);
    return UNKNOWN;
  }

  private comprehension(node: Syntax, scope: Scope): Value {
    const inner = scopeOf(this.file, node, scope);
    const [body, ...clauses] = node.parts;
    for (const clause of clauses) this.value(clause, inner);
    const member = body ? this.value(body, inner) : UNKNOWN;
    return member.text === undefined ? { marks: member.marks } : { marks: member.marks & ~MARK.pieced };
  }

  private lambda(node: Syntax, scope: Scope): Value {
    const callee = functionOf(this.file, node, scope);
    const body = node.fields.get('body');
    if (body) this.result(callee, this.value(body, callee.scope));
    return { marks: 0, callee };
  }

  private definition(node: Syntax, scope: Scope): Value {
    const callee = functionOf(this.file, node, scope);
    const value = { marks: 0, callee };
    for (const part of node.fields.get('parameters')?.parts ?? []) {
      const standard = part.fields.get('value');
      const parameter = part.fields.get('name');
      if (standard && parameter) callee.scope.widen(this.file.text(parameter), this.value(standard, scope));
    }
    const name = node.fields.get('name');
    if (name) scope.assign(this.file.text(name), value, this.block);
    const body = node.fields.get('body');
    if (body) this.body(body, callee);
    return value;
  }

  private body(body: Syntax, callee: PythonFunction): void {
    const { block, loops } = this;
    [this.block, this.loops] = [body, 0];
    callee.scope.restart();
    this.value(body, callee.scope);
    [this.block, this.loops] = [block, loops];
  }

  private decorated(node: Syntax, scope: Scope): Value {
    const inner = node.fields.get('definition');
    const decorators = node.parts.filter((part) => part !== inner);
    const defined = inner ? this.value(inner, scope) : UNKNOWN;
    for (const decorator of decorators) {
      const value = this.only(decorator, scope);
      this.apply(decorator, value, { given: [defined], named: new Map(), spread: [] }, scope);
    }
    return defined;
  }

  private classDefinition(node: Syntax, scope: Scope): Value {
    const inner = scopeOf(this.file, node, scope);
    this.field(node, 'superclasses', scope);
    this.field(node, 'body', inner);
    const methods = new Map(
      [...inner.names].flatMap(([name, { callee }]) => (callee ? [[name, callee] as const] : [])),
    );
    for (const [name, callee] of methods) {
      this.file.assignAttribute(name, { marks: 0, callee });
      const [self] = callee.parameters;
      if (self !== undefined && OBJECT_PARAMETER.test(self)) callee.scope.widen(self, { marks: 0, methods });
    }
    const value = { marks: 0, methods };
    const name = node.fields.get('name');
    if (name) scope.assign(this.file.text(name), value, this.block);
    return value;
  }

  private giveBack(node: Syntax, scope: Scope): Value {
    const value = this.only(node, scope);
    if (scope.owner) this.result(scope.owner, value);
    return value;
  }

  private result(callee: PythonFunction, value: Value): void {
    const after = join(callee.result, value);
    if (after === callee.result) return;
    callee.result = after;
    this.file.hasChanged = true;
  }

  private imports(node: Syntax, scope: Scope): Value {
    for (const part of node.parts) {
      const [name, alias] = part.type === 'aliased_import' ? part.parts : [part];
      if (!name) continue;
      const module = this.file.text(name);
      const first = module.split('.')[0] ?? module;
      const own = this.reading.fileOf(this.file, 0, module);
      if (own) this.file.imports.add(own);
      const value = own ? { marks: 0, names: own.scope.names } : external(canonical(alias ? module : first));
      scope.assign(alias ? this.file.text(alias) : first, value, this.block, false);
    }
    return UNKNOWN;
  }

  private importsFrom(node: Syntax, scope: Scope): Value {
    const source = node.fields.get('module_name');
    if (!source) return UNKNOWN;
    const [, dots = '', module = ''] =
      /^(\.*)(.*)$/s.exec(this.file.text(source).replaceAll(/\s/g, '')) ?? [];
    const own = this.reading.fileOf(this.file, dots.length, module);
    if (own) this.file.imports.add(own);
    for (const part of node.parts) {
      if (part === source) continue;
      if (part.type === 'wildcard_import') {
        if (own) for (const [name, value] of own.scope.names) scope.assign(name, value, this.block, false);
        else this.file.starModules.add(module);
        continue;
      }
      const [name, alias = name] = part.type === 'aliased_import' ? part.parts : [part];
      if (!name || !alias) continue;
      const value = this.imported(own, dots, module, this.file.text(name));
      scope.assign(this.file.text(alias), value, this.block, false);
    }
    return UNKNOWN;
  }

  private imported(own: PythonFile | undefined, dots: string, module: string, name: string): Value {
    const file = this.reading.fileOf(this.file, dots.length, module === '' ? name : `${module}.${name}`);
    if (file) this.file.imports.add(file);
    if (file) return { marks: 0, names: file.scope.names };
    if (own) return own.scope.names.get(name) ?? UNKNOWN;
    return dots === '' ? external(canonical(`${module}.${name}`)) : UNKNOWN;
  }

  private call(node: Syntax, scope: Scope): Value {
    const target = node.fields.get('function');
    const list = node.fields.get('arguments');
    if (!target || !list) return UNKNOWN;
    const object = target.type === 'attribute' ? target.fields.get('object') : undefined;
    const receiver = object ? this.value(object, scope) : undefined;
    const field = target.fields.get('attribute');
    const method = receiver && field ? this.file.text(field).normalize('NFKC') : undefined;
    const callee =
      receiver && method !== undefined ? this.member(receiver, method) : this.value(target, scope);
    const given = this.argumentsOf(list, scope);
    return this.apply(node, callee, given, scope, receiver, method);
  }

  private argumentsOf(list: Syntax, scope: Scope): Arguments {
    const result: Arguments = { given: [], named: new Map(), spread: [] };
    const nodes = list.type === 'argument_list' ? list.parts : [list];
    for (const part of nodes.slice(0, MEMBERS_MAX)) {
      if (part.type === 'keyword_argument') {
        const name = part.fields.get('name');
        result.named.set(name ? this.file.text(name) : '', this.field(part, 'value', scope));
      } else if (part.type.endsWith('_splat')) {
        const value = this.only(part, scope);
        if (value.items) result.given.push(...value.items);
        else result.spread.push(value);
      } else result.given.push(this.value(part, scope));
    }
    return result;
  }

  private apply(
    node: Syntax,
    callee: Value,
    args: Arguments,
    scope: Scope,
    receiver?: Value,
    method?: string,
  ): Value {
    const { given, named, spread } = args;
    const everything = [...given, ...named.values(), ...spread];
    const own = callee.callee ?? callee.methods?.get('__init__');
    if (own) this.bind(own, args, node, scope);
    if (callee.callee) return callee.callee.result ?? UNKNOWN;
    if (callee.methods) return { marks: marksOf(everything) & ~HIDDEN, methods: callee.methods };
    const special = this.special(callee.path, args, scope);
    if (special) {
      if (special.path === undefined || special.path === 'builtins.?' || callee.path === 'functools.partial')
        return special;
      if (has(special, HIDDEN))
        this.observe(node, { path: 'hidden:' + special.path, given, named, everything }, scope);
      return { ...special, marks: special.marks & ~HIDDEN };
    }
    for (const value of everything) if (isRunnable(value)) this.passedOn(node, value, args, scope);
    const path = callee.path === '#' ? undefined : callee.path;
    const call = {
      given,
      named,
      everything,
      ...(path === undefined ? {} : { path }),
      ...(receiver ? { receiver } : {}),
      ...(method === undefined ? {} : { method }),
    };
    return this.observe(node, call, scope);
  }

  /** A function given to another, as to `map` or `Thread`, is called with what stands beside it. */
  private passedOn(node: Syntax, value: Value, { given, named, spread }: Arguments, scope: Scope): void {
    const others = [...given, ...named.values(), ...spread].filter(
      (other) => other !== value && !isRunnable(other),
    );
    const flat = others.flatMap((other) => other.items ?? [other]);
    if (value.callee) this.bind(value.callee, { given: flat, named: new Map(), spread: [] }, node, scope);
    else
      this.observe(node, { path: value.path ?? '', given: flat, named: new Map(), everything: flat }, scope);
  }

  private bind(callee: PythonFunction, args: Arguments, node: Syntax, scope: Scope): void {
    bindArguments(callee, args);
    if (scope.owner) for (const effect of callee.effects) scope.owner.effects.add(effect);
    // A path that the function writes a download to is the caller's too.
    const list = node.fields.get('arguments');
    callee.givenParameters.forEach((name, at) => {
      const part = list?.parts[at];
      if (part && has(callee.scope.names.get(name), MARK.downloadedFile))
        this.noteWritten(part, args.given[at], scope, MARK.downloadedFile);
    });
  }

  private special(path: string | undefined, { given, spread }: Arguments, scope: Scope): Value | undefined {
    const [first = spread[0] ?? UNKNOWN, second = UNKNOWN] = given;
    if (path === 'builtins.getattr') return this.namedMember(first, second);
    if (path === 'builtins.vars' || path === 'builtins.__dict__.get')
      return first.path ? { marks: 0, path: `${first.path}.__dict__` } : undefined;
    if (path === 'builtins.get' || path === 'builtins.__getitem__' || path === 'builtins.__getattribute__')
      return this.namedMember({ marks: 0, path: 'builtins' }, first);
    if (path?.endsWith('.__getattribute__') || path?.endsWith('.__dict__.get'))
      return this.namedMember(external(path.replace(/\.(?:__getattribute__|__dict__\.get)$/, '')), first);
    if (path === 'builtins.globals().get' && first.text !== undefined) return this.name(first.text, scope);
    if (path === 'functools.partial') return first;
    if (path === 'builtins.__import__' || path === 'importlib.import_module') return importedByText(first);
    if (path === 'sys.modules.get' && first.text !== undefined) return external(canonical(first.text));
    return undefined;
  }

  private namedMember(object: Value, name: Value): Value {
    const marks = name.marks & HIDDEN;
    if (isWhole(name)) return marked(this.member(object, name.text), marks);
    if (marks !== 0 && object.path !== undefined && /^(?:builtins|os|subprocess|sys)$/.test(object.path))
      return { path: 'builtins.?', marks };
    return { marks: 0 };
  }

  private observe(
    node: Syntax,
    known: Pick<Call, 'path' | 'given' | 'named' | 'everything' | 'receiver' | 'method'>,
    scope: Scope,
  ): Value {
    const { file } = this;
    const list = node.fields.get('arguments')?.parts ?? [];
    const note = (marks: number): void => {
      if (list[0])
        this.noteWritten(list[0], known.given[0], scope, marks & MARK.downloaded ? MARK.downloadedFile : 0);
    };
    const call: Call = { ...known, file, node, scope, text: file.text(node), note };
    const { path, method, receiver } = known;
    if (path !== undefined) {
      file.called.add(path);
      if (SENDS.test(path)) scope.owner?.effects.add('sends');
      if (STARTS_PROGRAM.test(path)) scope.owner?.effects.add('starts');
      if (
        /^(?:urllib\.request\.urlretrieve|wget\.download|torch\.hub\.download_url_to_file)$/.test(path) &&
        (list[1] ?? list[0])
      )
        this.noteWritten(
          list[1] ?? list[0],
          known.given[1] ?? known.named.get('out'),
          scope,
          MARK.downloadedFile,
        );
      if (path === 'shutil.copyfileobj' && has(known.given[0], MARK.downloaded))
        known.given[1]?.written?.(MARK.downloaded);
    }
    if (method === 'write' || method === 'writelines') receiver?.written?.(marksOf(known.everything));
    if (method === 'write_bytes' || method === 'write_text')
      this.noteWrittenTo(node, receiver, scope, marksOf(known.everything));
    this.reading.observer.call(call);
    this.markHandlers(path, method, known.given);
    const result = routeOf(known) ?? resultOf(call);
    if (isWhole(result) && has(result, HIDDEN)) this.reading.observer.hiddenText(file, node, result.text);
    return result;
  }

  /** What callers of a route, or those who run a prompt, send to a function. */
  private markHandlers(path: string | undefined, method = '', given: readonly Value[]): void {
    const isRoute = path === 'route()' || /^add_(?:get|post|put|delete|patch|route|view)$/.test(method);
    const isPrompt = method === 'add_on_prompt_handler';
    if (!isRoute && !isPrompt) return;
    for (const { callee } of given) {
      const [name] = callee?.givenParameters ?? [];
      if (callee && name !== undefined)
        callee.scope.widen(name, { marks: isRoute ? MARK.request : MARK.prompt });
    }
  }

  private noteWrittenTo(node: Syntax, receiver: Value | undefined, scope: Scope, marks: number): void {
    const object = node.fields.get('function')?.fields.get('object');
    if (object && marks & MARK.downloaded) this.noteWritten(object, receiver, scope, MARK.downloadedFile);
  }

  /** Marks a variable, and the known end of its text, as the path of a file that was written. */
  private noteWritten(place: Syntax | undefined, value: Value | undefined, scope: Scope, mark: number): void {
    if (!place || mark === 0) return;
    const text = value?.text?.split(HOLE).at(-1) ?? '';
    if (text.length > 3) this.file.downloads.add(text);
    if (place.type === 'identifier') {
      const name = this.file.text(place);
      let owner: Scope | undefined = scope;
      while (owner && !owner.names.has(name)) owner = owner.parent;
      (owner ?? scope).widen(name, { marks: mark });
    } else if (place.type === 'attribute') this.assign(place, { marks: mark }, scope);
    else if (place.type === 'call')
      this.noteWritten(place.fields.get('arguments')?.parts[0], undefined, scope, mark);
  }
}

const MEMBERS_MAX = 500;
const NUMBER: Value = { marks: 0, path: '#' };

function external(path: string): Value {
  return { marks: path === 'os.environ' || path === 'os.environb' ? MARK.environment : 0, path };
}

function methodValue({ methods }: Value, name: string): Value | undefined {
  const callee = methods?.get(name);
  return callee && { marks: 0, callee };
}

function importedByText(name: Value): Value {
  if (!isWhole(name)) return has(name, MARK.decoded) ? { path: 'builtins.?', marks: HIDDEN } : UNKNOWN;
  return marked(external(canonical(name.text)), name.marks & HIDDEN);
}

function isRunnable({ callee, path }: Value): boolean {
  return callee !== undefined || (path !== undefined && (RUNS_CODE.test(path) || STARTS_PROGRAM.test(path)));
}

/** The decorator that makes a function answer the requests of a route. */
function routeOf({ path, method = '', given }: Pick<Call, 'path' | 'method' | 'given'>): Value | undefined {
  const isRoute =
    /^(?:get|post|put|delete|patch|route|view)$/.test(method) && given[0]?.text?.startsWith('/');
  return isRoute && (path === undefined || !SENDS.test(path)) ? { marks: 0, path: 'route()' } : undefined;
}
