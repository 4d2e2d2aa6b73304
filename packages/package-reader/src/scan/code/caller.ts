import { isDownloaded, repositoryMark, resultOf, sourceMark } from './calls.js';
import { type Arguments, bindArguments, bindFields } from './functions.js';
import { KIND, kindsOf, NETWORK_MEMBER, WRAPS_MEMBER } from './known-names.js';
import { external, importedByText, locatedByText, memberByText, namedValue, objectOf } from './names.js';
import type { Call } from './observation.js';
import type { Effect, PythonFile, PythonFunction, Scope } from './python-file.js';
import { HOST_FOLDER } from './paths.js';
import type { Reading } from './reading.js';
import { partOf, type Syntax } from './syntax.js';
import { has, HIDDEN, HOLE, join, MARK, marksOf, PRIVATE, UNKNOWN, type Value } from './value.js';

const FETCHES_FILE = /^(?:urllib\.request\.urlretrieve|wget\.download|torch\.hub\.download_url_to_file)$/;

const CHANGES_RECEIVER =
  /^(?:append|extend|insert|add|update|appendleft|write|writestr|setdefault|save|put|put_nowait|send|set)$/;
const WRITES = /^(?:write|writelines|writestr|add|send_bytes)$/;
/** Give, now or later, what a function gives that they are given. */
const GIVES_RESULT =
  /(?:^|\.)(?:to_thread|run_in_executor|submit|apply|apply_async|run_sync|call_in_thread)$/;
/** Call what they are given while something else is done. */
const BESIDE =
  /(?:^|\.)(?:Thread|Timer|Process|submit|apply_async|run_in_executor|to_thread|start_new_thread|call_soon\w*|call_later|register|add_job|start_background_task|add_done_callback)$/;
const TASK = /^(?:create_task|ensure_future|run_coroutine_threadsafe)$/;
const WHEN: readonly Effect[] = ['imported', 'beside'];
const MOVES = /^(?:os\.(?:replace|rename|renames|link|symlink)|shutil\.(?:move|copy\w*))$/;
/** In the folders of packages of the host. */
const OWN = /^\/host\/custom_nodes\//;
const APPENDED_MAX = 300;
const GATHERED = PRIVATE | MARK.decoded | MARK.credentials | MARK.prompt | MARK.outputs | MARK.traffic;
/** Name functions that a library calls with what others send. */
const RECEIVING_LIBRARY = /^(?:telebot|telegram|discord|socketio|websockets?|paho|slack_bolt|pika)\b/;
const RECEIVING_OPTION = /^(?:on_message|on_data|callback|on_event)$/;

const IMPORTS = /^(?:builtins\.__import__|importlib\.import_module|sys\.modules\.get)$/;
/** Give what a dotted name stands for. */
const LOCATES =
  /^(?:pydoc\.(?:locate|resolve|safeimport)|pkgutil\.resolve_name|hydra\.utils\.get_(?:method|class|object)|hydra\._internal\.utils\._locate|werkzeug\.utils\.import_string|django\.utils\.module_loading\.import_string|zope\.dottedname\.resolve\.resolve|twisted\.python\.reflect\.named\w+|celery\.utils\.imports\.\w+|unittest\.TestLoader\(\)\.loadTestsFromName|importlib\.metadata\.EntryPoint\(\)\.load|logging\.config\.\w{0,40}\(\)\.resolve)$/;

type KnownCall = Pick<Call, 'path' | 'given' | 'named' | 'everything' | 'receiver' | 'method'>;

/** Tells what calls give, and what they do to their arguments. */
export class Caller {
  /** What a function gives for certain arguments, when that can be told. */
  resultFor: (callee: PythonFunction, args: Arguments) => Value | undefined = () => undefined;
  /** Reads a function, unless it was read. */
  read: (callee: PythonFunction) => void = () => undefined;

  private isTelling = false;

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
    if (own) this.bind(own, args, node, scope, this.read);
    if (callee.callee && callee.path !== undefined)
      this.observe(node, { path: callee.path, given, named, everything, receiver, method }, scope);
    if (callee.callee) return this.resultFor(callee.callee, args) ?? callee.callee.result ?? UNKNOWN;
    if (callee.methods) {
      if (!own && callee.path === undefined) bindFields(callee.methods, callee.names, args);
      if (!own && callee.path !== undefined && !callee.path.endsWith('()'))
        this.observe(node, { path: callee.path, given, named, everything, receiver, method }, scope);
      return objectOf(callee, marksOf(everything) & ~HIDDEN);
    }
    const special = this.special(callee.path, args, scope);
    if (special) {
      if (callee.path === 'functools.partial' && isRunnable(special) && everything.length > 1)
        this.passedOn(node, special, args, scope);
      if (special.path === undefined || special.path === 'builtins.?' || callee.path === 'functools.partial')
        return special;
      if (has(special, HIDDEN)) this.observeHidden(node, special.path, given.at(-1) ?? UNKNOWN, scope);
      return { ...special, marks: special.marks & ~HIDDEN };
    }
    const isBeside = BESIDE.test(method ?? callee.path ?? '');
    for (const value of everything) {
      if (isBeside) value.callee?.effects.add('beside');
      if (isRunnable(value)) this.passedOn(node, value, args, scope);
    }
    const path = callee.path === '#' ? undefined : callee.path;
    const result = this.observe(node, { path, given, named, everything, receiver, method }, scope);
    const called = GIVES_RESULT.test(method ?? callee.path ?? '')
      ? given.find((value) => value.callee)?.callee
      : undefined;
    return called?.result ? join(laterResult(called.result), { marks: result.marks }) : result;
  }

  /** Tells of a name that is put together, by which something is reached. */
  observeHidden(node: Syntax, path: string, name: Value, scope: Scope): void {
    this.observe(node, plainCall(`hidden:${path}`, [name]), scope);
  }

  /** A function given to another, as to `map` or `Thread`, is called with what stands beside it. */
  private passedOn(node: Syntax, value: Value, { given, named, spread }: Arguments, scope: Scope): void {
    const others = [...given, ...named.values(), ...spread].filter(
      (other) => other !== value && !isRunnable(other),
    );
    const flat = others.flatMap((other) => other.items ?? [other]);
    if (value.callee) this.bind(value.callee, { given: flat, named: new Map(), spread: [] }, node, scope);
    else this.observe(node, plainCall(value.path ?? '', flat), scope);
  }

  private bind(
    callee: PythonFunction,
    args: Arguments,
    node: Syntax,
    scope: Scope,
    read?: Caller['read'],
  ): void {
    bindArguments(callee, args);
    read?.(callee);
    const { owner } = scope;
    if (owner) for (const effect of callee.effects) if (!WHEN.includes(effect)) owner.effects.add(effect);
    for (const when of WHEN) if (owner?.effects.has(when)) callee.effects.add(when);
    if (!owner && !isMainPart(this.file, node)) callee.effects.add('imported');
    // A path that the function writes a download to is the caller's too.
    const list = partOf(node, 'arguments');
    callee.givenParameters.forEach((name, at) => {
      const part = list?.parts[at];
      const kept = (callee.scope.names.get(name)?.marks ?? 0) & (MARK.downloadedFile | MARK.repository);
      if (part && kept !== 0 && callee.filled.has(name)) this.noteWritten(part, args.given[at], scope, kept);
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
    if (path !== undefined && IMPORTS.test(path)) return importedByText(first);
    if (path !== undefined && LOCATES.test(path)) return locatedByText(first);
    return undefined;
  }

  private observe(node: Syntax, known: KnownCall, scope: Scope): Value {
    const { file } = this;
    const list = partOf(node, 'arguments')?.parts ?? [];
    const note = (marks: number): void => {
      const place = list[0]?.type === 'keyword_argument' ? partOf(list[0], 'value') : list[0];
      if (place) this.noteWritten(place, known.given[0], scope, writtenMarks(marks));
    };
    const { path, given, named, everything, receiver, method } = known;
    const kinds = kindsOf(path);
    const source = (): string => file.text(node);
    const call: Call = {
      part: this.reading.turn.part,
      path,
      given,
      named,
      everything,
      receiver,
      method,
      kinds,
      file,
      node,
      scope,
      source,
      note,
    };
    this.noteEffects(call, list);
    this.reading.observer.call(call);
    this.markHandlers(known);
    const result = routeOf(known) ?? this.ofData(call) ?? resultOf(call);
    for (const value of [...known.everything, result]) {
      if ((value.marks & HIDDEN) === 0) continue;
      this.observeText(node, value);
      for (const item of value.items ?? []) this.observeText(node, item);
    }
    return result;
  }

  /** What is read of the package's files of data; a parser of settings keeps it. */
  private ofData(call: Call): Value | undefined {
    const read = this.reading.data.resultOf(call);
    const object = partOf(partOf(call.node, 'function'), 'object');
    if (read?.names && call.path?.startsWith('configparser.') && object?.type === 'identifier')
      call.scope.widen(this.file.text(object), read);
    return read;
  }

  private observeText(node: Syntax, { text, marks, path }: Value): void {
    if (text === undefined || (marks & HIDDEN) === 0 || path === '#') return;
    this.reading.observer.hiddenText(this.reading.turn.part, this.file, node, text);
  }

  /** What a call does to the function in which it stands and to files that are written. */
  private noteEffects(known: Call, list: readonly Syntax[]): void {
    const { file, node, scope, path, method, receiver, kinds } = known;
    if (path !== undefined) {
      file.called.add(path);
      if (kinds & KIND.sends) scope.owner?.effects.add('sends');
      if (kinds & KIND.startsProgram) scope.owner?.effects.add('starts');
      if (kinds & KIND.runsCode) scope.owner?.effects.add('runs');
      if (FETCHES_FILE.test(path))
        this.noteWritten(
          list[1] ?? list[0],
          known.given[1] ?? known.named.get('out'),
          scope,
          MARK.downloadedFile | sourceMark(known),
        );
      if (path === 'shutil.copyfileobj' && has(known.given[0], MARK.downloaded)) {
        known.given[1]?.written?.(marksOf(known.given.slice(0, 1)) & (MARK.downloaded | MARK.elsewhere));
        if (known.given[1]?.path?.startsWith('tempfile.')) this.mark(list[1], scope, MARK.downloadedFile);
      }
    }
    if (method !== undefined && CHANGES_RECEIVER.test(method)) this.noteChanged(known);
    if (kinds & KIND.startsProgram) {
      this.noteFetched(known.given[0]);
      this.noteCloned(known.given[0]);
    }
    this.noteKept(known, list);
    if (TASK.test(method ?? '')) this.noteTask(list[0], scope);
    if (method !== undefined && WRITES.test(method)) receiver?.written?.(marksOf(known.everything));
    if (method === 'write_bytes' || method === 'write_text')
      this.noteWrittenTo(node, receiver, scope, marksOf(known.everything));
  }

  /** Where a repository, an archive or a file is put that was downloaded. */
  private noteKept(
    { path = '', method = '', kinds, receiver, given, named, file, scope, node }: Call,
    list: readonly Syntax[],
  ): void {
    const place = (at: number, ...names: string[]) => {
      const part = list.find((each) => names.includes(file.text(partOf(each, 'name') ?? each))) ?? list[at];
      const value = names.map((name) => named.get(name)).find((each) => each !== undefined) ?? given[at];
      return [part?.type === 'keyword_argument' ? partOf(part, 'value') : part, value] as const;
    };
    const [first = UNKNOWN] = given;
    if (kinds & KIND.fetchesRepository) {
      const isClone = path.includes('clone');
      this.noteWritten(
        ...place(isClone ? 1 : 9, 'local_dir', 'to_path', 'target'),
        scope,
        MARK.repository,
        !isClone,
      );
    } else if (/^(?:extractall|extract|unpack)$/.test(method) && has(receiver, MARK.repository))
      this.noteWritten(...place(method === 'extract' ? 1 : 0, 'path', 'targetdir'), scope, MARK.repository);
    else if (path === 'shutil.unpack_archive' && isDownloaded(file, first))
      this.noteWritten(...place(1, 'extract_dir'), scope, MARK.repository);
    else if (MOVES.test(path)) {
      // The others move folders, too, of which a file is only a part.
      const isFile = path.startsWith('os.') && isDownloaded(file, first);
      const marks = repositoryMark(file, first) | (isFile ? MARK.downloadedFile : 0);
      this.noteWritten(...place(1, 'dst'), scope, marks);
    } else if (method === 'write' && receiver?.path?.startsWith('tempfile.')) {
      this.mark(partOf(partOf(node, 'function'), 'object'), scope, writtenMarks(marksOf(given)));
    }
  }

  /** `create_task(act())` */
  private noteTask(part: Syntax | undefined, scope: Scope): void {
    const target = partOf(part, 'function');
    const name = partOf(target, 'attribute');
    const value = name
      ? this.file.attributes.get(this.file.text(name))
      : target && namedValue(this.file.text(target), scope, this.reading.packageName);
    value?.callee?.effects.add('beside');
  }

  /** What is put into a list, dict or buffer marks it; a picture marks what it is saved to. */
  private noteChanged({ node, scope, method, receiver, everything }: Call): void {
    const isSave = method === 'save';
    const place = isSave ? partOf(node, 'arguments')?.parts[0] : partOf(partOf(node, 'function'), 'object');
    const marks = GATHERED & (isSave ? (receiver?.marks ?? 0) : marksOf(everything));
    if (marks !== 0) this.mark(place, scope, marks);
    if (place?.type === 'identifier' && receiver?.items && /^(?:append|extend)$/.test(method ?? ''))
      this.noteAppended(
        place,
        receiver.items,
        method === 'extend' ? everything[0]?.items : everything,
        scope,
      );
  }

  /** A list of arguments that grows. */
  private noteAppended(
    place: Syntax,
    before: readonly Value[],
    added: readonly Value[] | undefined,
    scope: Scope,
  ): void {
    // A list of an outer scope gets the marks only.
    const isOwn = scope.names.has(this.file.text(place));
    if (!added || !isOwn || before.length + added.length > APPENDED_MAX) return;
    const items = [...before, ...added];
    scope.hold(this.file.text(place), { marks: marksOf(items), items }, place);
  }

  /** `curl -o file` downloads, too. */
  private noteFetched(command: Value | undefined): void {
    const words = command?.items?.map(({ text = HOLE }) => text) ?? command?.text?.split(/\s+/) ?? [];
    if (!/^(?:curl|wget|aria2c)(?:\.exe)?$/.test(words[0] ?? '')) return;
    const place =
      words[words.findIndex((word) => /^(?:-o|-O|--output(?:-document)?|--out)$/.test(word)) + 1] ?? '';
    if (place !== words[0] && place.length > 3 && !place.includes(HOLE)) this.file.downloads.add(place);
  }

  /** `git clone` and `tar` put a folder somewhere. */
  private noteCloned(command: Value | undefined): void {
    const words = command?.items?.map(({ text = HOLE }) => text) ?? command?.text?.split(/\s+/) ?? [];
    const line = words.join(' ');
    const last = words.at(-1) ?? '';
    const isClone = /^(?:\S{0,200}\/)?git(?:\.exe)? .{0,80}\bclone\b/.test(line);
    if (isClone && words.length > 3 && !/^\w+:\/\/|^git@/.test(last)) this.noteFolder(last);
  }

  private noteFolder(path: string): void {
    const end = path.split(HOLE).at(-1)?.replace(/\/$/, '') ?? '';
    const own = `${HOST_FOLDER}/custom_nodes/${this.reading.packageName}`;
    if (/^[^.].{3}/.test(end) && end !== own && !own.startsWith(`${end}/`)) this.file.repositories.add(end);
  }

  /** What callers of a route, or those who run a prompt, send to a function. */
  private markHandlers({
    path,
    method = '',
    given,
    named,
    everything,
  }: Pick<Call, 'path' | 'method' | 'given' | 'named' | 'everything'>): void {
    if (kindsOf(path) & KIND.listens) this.markParameters(everything, MARK.watched);
    if (path !== undefined && RECEIVING_LIBRARY.test(path)) {
      const isDecorator = /\(\)$|^discord\..{0,60}\.event$/.test(path) && given.length === 1;
      const handlers = [...named].filter(([name]) => RECEIVING_OPTION.test(name)).map(([, value]) => value);
      this.markParameters(isDecorator ? everything : handlers, MARK.downloaded);
    }
    const isRoute =
      path === 'route()' ||
      /^aiohttp\.web\.(?:get|post|put|delete|patch|route|view|middleware)$/.test(path ?? '') ||
      /^add_(?:get|post|put|delete|patch|route|view)$/.test(method);
    const isPrompt = method === 'add_on_prompt_handler';
    if (path === 'builtins.setattr')
      this.markReplacing(`${given[0]?.path ?? ''}.${given[1]?.text ?? '_'}`, given[2]);
    if (path !== undefined && WRAPS_MEMBER.test(path)) this.markParameters(everything, MARK.traffic);
    if (path === 'route()()') return this.markParameters(given, MARK.request);
    if (!isRoute && !isPrompt) return;
    for (const { callee } of given) {
      const [name] = callee?.givenParameters ?? [];
      if (callee && name !== undefined)
        callee.scope.widen(name, { marks: isRoute ? MARK.request : MARK.prompt });
    }
  }

  /** What others send is given to what takes the place of a member of a library of the network. */
  markReplacing(path: string, value: Value | undefined): void {
    if (!value || !NETWORK_MEMBER.test(path)) return;
    this.file.called.add(`replaced:${path}`);
    this.markParameters(
      value.methods ? [...value.methods.values()].map((callee) => ({ marks: 0, callee })) : [value],
      MARK.traffic,
    );
  }

  private markParameters(values: readonly Value[], marks: number): void {
    for (const { callee } of values)
      for (const name of callee?.parameters ?? []) callee?.scope.widen(name, { marks });
  }

  private noteWrittenTo(node: Syntax, receiver: Value | undefined, scope: Scope, marks: number): void {
    const object = partOf(partOf(node, 'function'), 'object');
    if (object) this.noteWritten(object, receiver, scope, writtenMarks(marks));
  }

  /** Marks a variable, and the known end of its text, as the path of a file that was written. */
  private noteWritten(
    place: Syntax | undefined,
    value: Value | undefined,
    scope: Scope,
    mark: number,
    isOfHub = false,
  ): void {
    if (!place || mark === 0) return;
    const text = value?.text?.split(HOLE).at(-1) ?? '';
    if (mark & (MARK.downloadedFile | MARK.droppedFile) && /^[^.].{3}/.test(text)) {
      this.file.downloads.add(text);
      if (mark & MARK.elsewhere) this.file.foreignDownloads.add(text);
    }
    if (mark & MARK.repository && !isOfHub) this.noteFolder(value?.text ?? '');
    if (value?.text !== undefined && mark & (MARK.downloadedFile | MARK.repository) && OWN.test(value.text))
      this.observeWritten(place, { ...value, marks: mark }, scope);
    this.mark(place, scope, mark);
  }

  private observeWritten(place: Syntax, value: Value, scope: Scope): void {
    if (this.isTelling) return;
    this.isTelling = true;
    this.observe(place, plainCall('written:', [value]), scope);
    this.isTelling = false;
  }

  /** Marks what a name, an attribute or the argument of a call holds. */
  private mark(place: Syntax | undefined, scope: Scope, marks: number): void {
    if (place?.type === 'identifier') {
      const name = this.file.text(place);
      let owner: Scope | undefined = scope;
      while (owner && !owner.names.has(name)) owner = owner.parent;
      if (marks & (MARK.downloadedFile | MARK.repository)) owner?.owner?.filled.add(name);
      (owner ?? scope).widen(name, { marks });
    } else if (place?.type === 'attribute') {
      const name = partOf(place, 'attribute');
      if (name) this.file.attributes.widen(this.file.text(name), { marks });
    } else if (place?.type === 'call') {
      // As `str(path)`; of a path that is joined, no part is the path.
      const [only, ...more] = partOf(place, 'arguments')?.parts ?? [];
      if (more.length === 0) this.mark(only, scope, marks);
    }
  }
}

function plainCall(path: string, given: readonly Value[]): KnownCall {
  return { path, given, named: new Map(), everything: given, receiver: undefined, method: undefined };
}

/** Whether a call stands where a file is run by itself. */
function isMainPart({ file: { text } }: PythonFile, { start }: Syntax): boolean {
  return (
    text.lastIndexOf('\nif __name__', start) !== -1 &&
    /^[ \t]/.test(text.slice(text.lastIndexOf('\n', start) + 1))
  );
}

function isRunnable({ callee, path }: Value): boolean {
  return callee !== undefined || (kindsOf(path) & (KIND.runsCode | KIND.startsProgram)) !== 0;
}

/** What a function gives when it is called later. Known programs are fetched in this way, too, from where they are released. */
function laterResult(value: Value): Value {
  return has(value, MARK.elsewhere) ? value : { ...value, marks: value.marks & ~MARK.downloadedFile };
}

/** What the content that is written into a file makes of its path. */
function writtenMarks(marks: number): number {
  return (
    (marks & MARK.downloaded ? MARK.downloadedFile : 0) |
    (marks & MARK.decoded ? MARK.droppedFile : 0) |
    (marks & MARK.repository) |
    (marks & (PRIVATE | MARK.credentials | MARK.prompt | MARK.elsewhere) & ~MARK.watched)
  );
}

/** The decorator that makes a function answer the requests of a route. */
function routeOf({
  path,
  method = '',
  receiver,
  given,
}: Pick<Call, 'path' | 'method' | 'receiver' | 'given'>): Value | undefined {
  const isRoute =
    /^(?:get|post|put|delete|patch|route|view|api_route)$/.test(method) &&
    (given[0]?.text?.startsWith('/') || /\broutes$/.test(receiver?.path ?? ''));
  if (!isRoute || kindsOf(path) & KIND.sends) return undefined;
  return { marks: 0, path: path?.startsWith('fastapi.') ? 'route()()' : 'route()' };
}
