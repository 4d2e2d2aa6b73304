import { resultOf } from './calls.js';
import { type Arguments, bindArguments } from './functions.js';
import { canonical, LISTENS, RUNS_CODE, SENDS, STARTS_PROGRAM } from './known-names.js';
import { external, importedByText, memberByText, namedValue } from './names.js';
import type { Call } from './observation.js';
import type { PythonFile, PythonFunction, Scope } from './python-file.js';
import type { Reading } from './reading.js';
import { partOf, type Syntax } from './syntax.js';
import { has, HIDDEN, HOLE, isWhole, MARK, marksOf, PRIVATE, UNKNOWN, type Value } from './value.js';

const FETCHES_FILE = /^(?:urllib\.request\.urlretrieve|wget\.download|torch\.hub\.download_url_to_file)$/;

const CHANGES_RECEIVER = /^(?:append|extend|insert|add|update|appendleft|write|setdefault|save)$/;

/** Tells what calls give, and what they do to their arguments. */
export class Caller {
  constructor(
    private readonly file: PythonFile,
    private readonly reading: Reading,
  ) {}

  apply(
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
    const list = partOf(node, 'arguments');
    callee.givenParameters.forEach((name, at) => {
      const part = list?.parts[at];
      if (part && has(callee.scope.names.get(name), MARK.downloadedFile))
        this.noteWritten(part, args.given[at], scope, MARK.downloadedFile);
    });
  }

  private special(path: string | undefined, { given, spread }: Arguments, scope: Scope): Value | undefined {
    const [first = spread[0] ?? UNKNOWN, second = UNKNOWN] = given;
    if (path === 'builtins.getattr') return memberByText(this.file, first, second);
    if (path === 'builtins.vars' || path === 'builtins.__dict__.get')
      return first.path ? { marks: 0, path: `${first.path}.__dict__` } : undefined;
    if (path === 'builtins.get' || path === 'builtins.__getitem__' || path === 'builtins.__getattribute__')
      return memberByText(this.file, { marks: 0, path: 'builtins' }, first);
    if (path?.endsWith('.__getattribute__') || path?.endsWith('.__dict__.get'))
      return memberByText(
        this.file,
        external(path.replace(/\.(?:__getattribute__|__dict__\.get)$/, '')),
        first,
      );
    if (path === 'builtins.globals().get' && first.text !== undefined)
      return namedValue(first.text, scope, this.reading.packageName);
    if (path === 'functools.partial') return first;
    if (path === 'builtins.__import__' || path === 'importlib.import_module') return importedByText(first);
    if (path === 'sys.modules.get' && first.text !== undefined) return external(canonical(first.text));
    return undefined;
  }

  private observe(
    node: Syntax,
    known: Pick<Call, 'path' | 'given' | 'named' | 'everything' | 'receiver' | 'method'>,
    scope: Scope,
  ): Value {
    const { file } = this;
    const list = partOf(node, 'arguments')?.parts ?? [];
    const note = (marks: number): void => {
      if (list[0])
        this.noteWritten(list[0], known.given[0], scope, marks & MARK.downloaded ? MARK.downloadedFile : 0);
    };
    const call: Call = { ...known, file, node, scope, text: file.text(node), note };
    this.noteEffects(call, list);
    this.reading.observer.call(call);
    this.markHandlers(known);
    const result = routeOf(known) ?? resultOf(call);
    if (isWhole(result) && has(result, HIDDEN)) this.reading.observer.hiddenText(file, node, result.text);
    return result;
  }

  /** What a call does to the function in which it stands and to files that are written. */
  private noteEffects(known: Call, list: readonly Syntax[]): void {
    const { file, node, scope, path, method, receiver } = known;
    if (path !== undefined) {
      file.called.add(path);
      if (SENDS.test(path)) scope.owner?.effects.add('sends');
      if (STARTS_PROGRAM.test(path)) scope.owner?.effects.add('starts');
      if (FETCHES_FILE.test(path))
        this.noteWritten(
          list[1] ?? list[0],
          known.given[1] ?? known.named.get('out'),
          scope,
          MARK.downloadedFile,
        );
      if (path === 'shutil.copyfileobj' && has(known.given[0], MARK.downloaded))
        known.given[1]?.written?.(MARK.downloaded);
    }
    if (method !== undefined && CHANGES_RECEIVER.test(method)) this.noteChanged(known);
    if (path !== undefined && STARTS_PROGRAM.test(path)) this.noteFetched(known.given[0]);
    if (method === 'write' || method === 'writelines') receiver?.written?.(marksOf(known.everything));
    if (method === 'write_bytes' || method === 'write_text')
      this.noteWrittenTo(node, receiver, scope, marksOf(known.everything));
  }

  /** What is put into a list, dict or buffer marks it; a picture marks what it is saved to. */
  private noteChanged({ node, scope, method, receiver, everything }: Call): void {
    const data = PRIVATE | MARK.decoded | MARK.credentials;
    const isSave = method === 'save';
    const place = isSave ? partOf(node, 'arguments')?.parts[0] : partOf(partOf(node, 'function'), 'object');
    const marks = data & (isSave ? (receiver?.marks ?? 0) : marksOf(everything));
    if (marks !== 0) this.mark(place, scope, marks);
  }

  /** `curl -o file` downloads, too. */
  private noteFetched(command: Value | undefined): void {
    const words = command?.items?.map(({ text = HOLE }) => text) ?? command?.text?.split(/\s+/) ?? [];
    if (!/^(?:curl|wget|aria2c)(?:\.exe)?$/.test(words[0] ?? '')) return;
    const place =
      words[words.findIndex((word) => /^(?:-o|-O|--output(?:-document)?|--out)$/.test(word)) + 1] ?? '';
    if (place !== words[0] && place.length > 3 && !place.includes(HOLE)) this.file.downloads.add(place);
  }

  /** What callers of a route, or those who run a prompt, send to a function. */
  private markHandlers({
    path,
    method = '',
    given,
    everything,
  }: Pick<Call, 'path' | 'method' | 'given' | 'everything'>): void {
    if (path !== undefined && LISTENS.test(path))
      for (const { callee } of everything)
        for (const name of callee?.parameters ?? []) callee?.scope.widen(name, { marks: MARK.watched });
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
    const object = partOf(partOf(node, 'function'), 'object');
    if (object && marks & MARK.downloaded) this.noteWritten(object, receiver, scope, MARK.downloadedFile);
  }

  /** Marks a variable, and the known end of its text, as the path of a file that was written. */
  private noteWritten(place: Syntax | undefined, value: Value | undefined, scope: Scope, mark: number): void {
    if (!place || mark === 0) return;
    const text = value?.text?.split(HOLE).at(-1) ?? '';
    if (text.length > 3) this.file.downloads.add(text);
    this.mark(place, scope, mark);
  }

  /** Marks what a name, an attribute or the argument of a call holds. */
  private mark(place: Syntax | undefined, scope: Scope, marks: number): void {
    if (place?.type === 'identifier') {
      const name = this.file.text(place);
      let owner: Scope | undefined = scope;
      while (owner && !owner.names.has(name)) owner = owner.parent;
      (owner ?? scope).widen(name, { marks });
    } else if (place?.type === 'attribute') {
      const name = partOf(place, 'attribute');
      if (name) this.file.assignAttribute(this.file.text(name), { marks });
    } else if (place?.type === 'call') {
      // As `str(path)`; of a path that is joined, no part is the path.
      const [only, ...more] = partOf(place, 'arguments')?.parts ?? [];
      if (more.length === 0) this.mark(only, scope, marks);
    }
  }
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
