const PATTERN = /^[a-z][a-z0-9-]{1,62}$/;

/** Words that would look like the service itself, or clash with its paths. */
const RESERVED = new Set([
  'admin',
  'administrator',
  'api',
  'app',
  'app-nodes',
  'assets',
  'atelier',
  'auth',
  'bulk',
  'changes',
  'console',
  'customers',
  'docs',
  'health',
  'help',
  'login',
  'logout',
  'metrics',
  'moderator',
  'nodes',
  'null',
  'official',
  'openapi',
  'proxy',
  'publisher',
  'publishers',
  'quotes',
  'registry',
  'root',
  'search',
  'security',
  'signup',
  'staff',
  'static',
  'status',
  'support',
  'system',
  'tasks',
  'undefined',
  'uploads',
  'usage',
  'user',
  'users',
  'validate',
  'verify',
  'versions',
  'webhooks',
  'www',
]);

/** Why an id cannot be a publisher's, as a predicate after its name; undefined when it can. */
export function publisherIdProblem(id: unknown): string | undefined {
  if (typeof id !== 'string' || !PATTERN.test(id)) {
    return 'must be 2 to 63 lower-case letters, digits and dashes, and start with a letter';
  }
  return RESERVED.has(id) ? 'must not be a reserved word' : undefined;
}
