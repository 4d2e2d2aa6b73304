/** Parts of a controller's name that do not name its subject. */
const BESIDE_THE_POINT = /(?:Proxy|Admin|Moderation)$/;
const OF_MANY = new Set(['list', 'search']);

/** The key of an operation while the document is built: its controller and method. */
export function operationKey(controller: string, method: string): string {
  return `${controller}.${method}`;
}

/**
 * The id of an operation, after which generated clients name their functions. A method name of several words is the
 * id itself (`makeMusicFromText`); one of a single word gets its controller's noun (`NodesController.search`:
 * `searchNodes`). For a further path of the same method, the path is appended.
 */
export function operationId(key: string, path: string): string {
  const [, controller = '', method = '', alias] = /^(\w+)\.(\w+)(?:\[(\d+)\])?$/.exec(key) ?? [];
  const noun = controller.replace(/Controller$/, '').replace(BESIDE_THE_POINT, '');
  const id = /[A-Z]/.test(method) ? method : method + (OF_MANY.has(method) ? plural(noun) : singular(noun));
  return alias === undefined || alias === '0' ? id : `${id}At${pascalCase(path)}`;
}

/** Words of letters and digits as one identifier: `node_banned` becomes `NodeBanned`. */
export function pascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/s$/, '');
}

function plural(noun: string): string {
  const one = singular(noun);
  return one.endsWith('y') ? one.replace(/y$/, 'ies') : `${one}s`;
}
