import { Expressions, type Evaluate } from './expressions.js';
import { type Arguments, functionOf, scopeOf } from './functions.js';
import { oneOf } from './either.js';
import { importModules, importNames } from './imports.js';
import { isConstant } from './numbers.js';
import type { Part } from './lookers.js';
import { operated } from './operators.js';
import { objectOf } from './names.js';
import { OBJECT_PARAMETER, type PythonFile, type PythonFunction, type Scope } from './python-file.js';
import type { Reading } from './reading.js';
import { partOf, type Syntax } from './syntax.js';
import {
  has,
  HIDDEN,
  isWhole,
  join,
  marked,
  MARK,
  PRIVATE,
  textValue,
  UNKNOWN,
  type Value,
} from './value.js';

/** A loop that puts something together. */
const GATHERS = /[+^]=|\.(?:append|insert|write)\(/;
const GATHERING_CHARS = 1_500;
/** By these a loader of modules gives what Python then runs. */
const GIVES_CODE = /^(?:get_data|get_source|get_code|source_to_code)$/;
/** What is taken of it one after the other is received. */
const RECEIVING = /^websockets?\..{0,60}(?:connect|Connection)\(\)$/;

/** Classes of others, of which objects do something that a rule looks at. */
const KNOWN_BASE =
  /^(?:code\.Interactive\w+|(?:subprocess|psutil)\.Popen|socket\.socket|requests\.(?:sessions\.)?Session|httpx\.(?:Async)?Client|http\.client\.HTTPS?Connection|pickle\.Unpickler|threading\.(?:Thread|Timer)|multiprocessing\.Process|[pb]db\.[PB]db|smtplib\.SMTP\w*|ftplib\.FTP\w*|telnetlib\.Telnet|xmlrpc\.client\.ServerProxy)$/;
const THREAD = /^(?:threading\.(?:Thread|Timer)|multiprocessing\.Process)$/;
/** Functions and files that are read for one that calls or imports them. */
const READS_WITHIN_MAX = 12;
const TRIED_CHARS = 1_500;
const TRIAL_DEPTH_MAX = 4;
/** Of larger dicts the members that are added are not followed. */
const MEMBERS_MAX = 60;

/** Follows values through the code of one file, in the order of its text and both ways of each branch. */
export class Evaluation extends Expressions {
  private loops = 0;
  private block: Syntax;

  constructor(file: PythonFile, reading: Reading) {
    super(file, reading);
    this.block = file.root;
    this.caller.resultFor = this.resultFor;
    this.caller.read = this.readCalled;
  }

  /** Reads what is stale of a file: first its own code, then its functions, unless calls had them read. */
  run(): void {
    this.runFile();
    for (const callee of this.file.functions.values()) this.body(callee);
  }

  private runFile(): void {
    const { file } = this;
    this.read(file, () => {
      file.scope.restart();
      this.parts(file.root, file.scope);
    });
  }

  private read(part: Part, act: () => void): void {
    const { turn, observer } = this.reading;
    if (!part.isStale || turn.depth > READS_WITHIN_MAX) return;
    const around = turn.part;
    turn.part = part;
    turn.depth += 1;
    part.isStale = false;
    part.wasRead = true;
    observer.begin(part);
    act();
    turn.part = around;
    turn.depth -= 1;
  }

  /** As a call does, so that what it is given is known inside, and what it gives back to the caller. */
  private readonly readCalled = (callee: PythonFunction): void => {
    if (!callee.wasRead) this.readerOf(callee.file).body(callee);
  };

  /** A file that is imported, which was read by then. */
  private readonly importedFile: Reading['fileOf'] = (importer, dots, module) => {
    const file = this.reading.fileOf(importer, dots, module);
    if (file && !file.wasRead) this.readerOf(file).runFile();
    return file;
  };

  private readerOf(file: PythonFile): Evaluation {
    return file === this.file ? this : new Evaluation(file, this.reading);
  }

  protected readonly statements: Readonly<Record<string, Evaluate | undefined>> = {
    block: (node, scope) => {
      const around = this.block;
      this.block = node;
      this.statement(node, scope);
      this.block = around;
      return UNKNOWN;
    },
    while_statement: (node, scope) => this.inLoop(() => this.statement(node, scope)),
    assignment: (node, scope) => this.assignment(node, scope),
    augmented_assignment: (node, scope) => {
      this.augment(node, scope);
      return UNKNOWN;
    },
    named_expression: (node, scope) => {
      const value = this.field(node, 'value', scope);
      this.assign(partOf(node, 'name'), value, scope);
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
    lambda: (node, scope) => this.lambda(node, scope),
    function_definition: (node, scope) => this.definition(node, scope),
    decorated_definition: (node, scope) => this.decorated(node, scope),
    class_definition: (node, scope) => this.classDefinition(node, scope),
    return_statement: (node, scope) => this.giveBack(node, scope),
    yield: (node, scope) => this.giveEach(node, scope),
    import_statement: (node, scope) => {
      importModules(node, scope, this.block, this.importedFile);
      return UNKNOWN;
    },
    import_from_statement: (node, scope) => {
      importNames(node, scope, this.block, this.importedFile);
      return UNKNOWN;
    },
    exec_statement: (node, scope) => {
      const code = this.field(node, 'code', scope);
      return this.caller.apply(node, { marks: 0, path: 'builtins.exec' }, argumentsOf(code), scope);
    },
  };

  private assignment(node: Syntax, scope: Scope): Value {
    const value = this.field(node, 'right', scope);
    this.assign(partOf(node, 'left'), value, scope, node);
    return value;
  }

  /** `target += value`; in a loop only its marks are known. */
  private augment(node: Syntax, scope: Scope): void {
    const left = partOf(node, 'left');
    const right = this.field(node, 'right', scope);
    const marks = right.marks & ~MARK.pieced;
    if (this.loops > 0 || left?.type !== 'identifier') return this.assign(left, { marks }, scope);
    const before = this.value(left, scope);
    const sign = partOf(node, 'operator');
    const after = operated(sign ? this.file.text(sign).replace(/=$/, '') : '', [before, right]);
    this.assign(left, isConstant(after) || after.items ? after : { marks: marks | before.marks }, scope);
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
      else if (this.holdMember(target, object, key, value, scope)) return;
      let held = partOf(target, 'value');
      while (held?.type === 'subscript' && has(value, PRIVATE | MARK.credentials))
        held = partOf(held, 'value');
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

  /** `name[key] = value`, for a dict of which the members are known. */
  private holdMember(
    target: Syntax,
    { names, methods, marks }: Value,
    key: Value,
    value: Value,
    scope: Scope,
  ): boolean {
    const place = partOf(target, 'value');
    const name = place?.type === 'identifier' ? this.file.text(place) : '';
    if (!names || methods || !isWhole(key) || names.size > MEMBERS_MAX || !scope.names.has(name))
      return false;
    const held = new Map(names).set(key.text, join(names.get(key.text), value));
    scope.hold(name, { marks: marks | value.marks, names: held }, this.block);
    return true;
  }

  private assignAttribute(target: Syntax, value: Value, scope: Scope, node: Syntax): void {
    const object = this.field(target, 'object', scope);
    const field = partOf(target, 'attribute');
    const name = field ? this.file.text(field) : '';
    if (object.path === undefined || object.methods) this.file.attributes.widen(name, value);
    else this.observeAssignment(node, scope, `${object.path}.${name}`, value);
  }

  private observeAssignment(node: Syntax, scope: Scope, path: string, value: Value, key?: Value): void {
    const { file } = this;
    if (!key) this.caller.markReplacing(path, value);
    this.reading.observer.assignment({
      part: this.reading.turn.part,
      file,
      node,
      scope,
      path,
      value,
      ...(key ? { key } : {}),
    });
  }

  private loop(node: Syntax, scope: Scope): Value {
    const over = this.field(node, 'right', scope);
    const keys = over.names && !over.methods ? [...over.names.keys()].map((name) => textValue(name)) : [];
    const members = over.items ?? keys;
    const member = members.length > 0 ? oneOf(members) : eachOf(over);
    this.assign(partOf(node, 'left'), isOpen(over) ? marked(member, over.marks) : member, scope);
    const body = partOf(node, 'body');
    if (body && this.loops === 0 && GATHERS.test(this.file.text(body).slice(0, GATHERING_CHARS))) {
      // Without a block of its own, so that what is gathered takes the place of what was.
      const turns = this.eachTurn(node, scope, () => this.statement(body, scope));
      if (turns) return UNKNOWN;
    }
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
      if (part !== partOf(node, 'left') && part !== partOf(node, 'right')) this.value(part, scope);
    return UNKNOWN;
  }

  private lambda(node: Syntax, scope: Scope): Value {
    const callee = functionOf(this.file, node, scope);
    const body = partOf(node, 'body');
    if (body) this.result(callee, this.value(body, callee.scope));
    return { marks: 0, callee };
  }

  private definition(node: Syntax, scope: Scope): Value {
    const callee = functionOf(this.file, node, scope);
    const value = { marks: 0, callee };
    for (const part of partOf(node, 'parameters')?.parts ?? []) {
      const standard = partOf(part, 'value');
      const parameter = partOf(part, 'name');
      if (standard && parameter) callee.scope.widen(this.file.text(parameter), this.value(standard, scope));
    }
    const name = partOf(node, 'name');
    if (name) scope.assign(this.file.text(name), value, this.block);
    return value;
  }

  private body(callee: PythonFunction): void {
    const body = partOf(callee.node, 'body');
    if (!body) return;
    this.read(callee, () => {
      const { block, loops } = this;
      [this.block, this.loops] = [body, 0];
      callee.scope.restart();
      this.value(body, callee.scope);
      [this.block, this.loops] = [block, loops];
    });
  }

  private decorated(node: Syntax, scope: Scope): Value {
    const inner = partOf(node, 'definition');
    const decorators = node.parts.filter((part) => part !== inner);
    const defined = inner ? this.value(inner, scope) : UNKNOWN;
    for (const decorator of decorators) {
      const value = this.only(decorator, scope);
      this.caller.apply(decorator, value, argumentsOf(defined), scope);
    }
    return defined;
  }

  private classDefinition(node: Syntax, scope: Scope): Value {
    const inner = scopeOf(this.file, node, scope);
    const bases = partOf(node, 'superclasses');
    const isLoader = bases !== undefined && /Loader|Importer/.test(this.file.text(bases));
    const above = (bases?.parts ?? []).map((part) => this.value(part, scope));
    this.field(node, 'body', inner);
    for (const { methods, names = [] } of above) if (methods) inherit(inner, names);
    const methods = new Map(
      [...inner.names].flatMap(([name, { callee }]) => (callee ? [[name, callee] as const] : [])),
    );
    const path = above.map(({ path: base = '' }) => base).find((base) => KNOWN_BASE.test(base));
    const base = above.find((each) => each.methods ?? each.path === path);
    for (const [name, callee] of methods) {
      this.file.attributes.widen(name, { marks: 0, callee });
      if (base && callee.node.start >= node.start && callee.node.end <= node.end) callee.base = base;
      const [self] = callee.parameters;
      if (self !== undefined && OBJECT_PARAMETER.test(self))
        callee.scope.widen(
          self,
          objectOf({ marks: 0, methods, names: inner.names, ...(path ? { path } : {}) }),
        );
      if (name === 'run' && THREAD.test(path ?? '')) callee.effects.add('beside');
      if (isLoader && GIVES_CODE.test(name)) this.body(callee);
      if (isLoader && GIVES_CODE.test(name) && callee.result)
        this.caller.apply(node, { marks: 0, path: 'builtins.exec' }, argumentsOf(callee.result), scope);
    }
    const value = { marks: 0, methods, names: inner.names, ...(path ? { path } : {}) };
    const name = partOf(node, 'name');
    if (name) scope.assign(this.file.text(name), value, this.block);
    return value;
  }

  /** What a function gives for constants, when it hides what it gives. */
  private readonly resultFor = (callee: PythonFunction, { given, named }: Arguments): Value | undefined => {
    const { node, scope, givenParameters, result } = callee;
    const body = partOf(node, 'body');
    const isTelling = has(result, HIDDEN) && given.length > 0 && given.every(isConstant) && named.size === 0;
    if (!body || !isTelling || callee.trial || node.end - node.start > TRIED_CHARS) return undefined;
    if (this.reading.trials <= 0 || this.reading.trialDepth >= TRIAL_DEPTH_MAX) return undefined;
    this.reading.trials -= 1;
    return this.readerOf(callee.file).tried(callee, body, () => {
      givenParameters.forEach((name, at) => {
        const value = given[at];
        if (value) scope.hold(name, value, body);
      });
    });
  };

  private tried(callee: PythonFunction, body: Syntax, hold: () => void): Value | undefined {
    const { block, loops } = this;
    [this.block, this.loops] = [body, 0];
    callee.scope.restart();
    callee.trial = UNKNOWN;
    this.reading.trialDepth += 1;
    hold();
    const value = this.value(body, callee.scope);
    this.reading.trialDepth -= 1;
    const result = callee.node.type === 'lambda' ? value : callee.trial;
    delete callee.trial;
    [this.block, this.loops] = [block, loops];
    return isConstant(result) ? result : undefined;
  }

  private giveBack(node: Syntax, scope: Scope): Value {
    const value = this.only(node, scope);
    if (scope.owner) this.result(scope.owner, value);
    return value;
  }

  /** What a generator gives is met in a loop, or by `with` as it is. */
  private giveEach(node: Syntax, scope: Scope): Value {
    const value = this.only(node, scope);
    const isOne = !/^yield\s+from\b/.test(this.file.text(node).slice(0, 20));
    if (scope.owner)
      this.result(scope.owner, isOne ? { ...value, items: [value, { marks: value.marks }] } : value);
    return value;
  }

  private result(callee: PythonFunction, value: Value): void {
    if (callee.trial) callee.trial = join(callee.trial, value);
    callee.giveBack(value);
  }
}

/** Whether a list has more members than are known, as what a generator gives. */
function isOpen({ items }: Value): boolean {
  const last = items?.at(-1);
  return last !== undefined && Object.keys(last).length === 1;
}

/** What a loop meets over something of which no member is known. */
function eachOf({ marks, path = '' }: Value): Value {
  return { marks: marks | (RECEIVING.test(path) ? MARK.downloaded : 0) };
}

/** Gives a class what its base has and it has not. */
function inherit({ names }: Scope, held: Iterable<readonly [string, Value]>): void {
  for (const [name, value] of held) if (!names.has(name)) names.widen(name, value);
}

function argumentsOf(...given: Value[]): Arguments {
  return { given, named: new Map(), spread: [] };
}
