/** The parts of a repository address that identify it, in lower case where nothing else is said. */
export interface RepositoryPath {
  /** `host/owner/name` without protocol, credentials, `www.`, `.git` and what follows the name. */
  readonly full: string;
  /** `owner/name`; equal to `full` when there is no host. */
  readonly path: string;
  /** `path` as it was written: its camel case tells the words apart. */
  readonly writtenPath: string;
  /** The last segment. */
  readonly name: string;
}

/** Pages below a repository on the usual hosts; what follows the name is not part of its identity. */
const OWNER_AND_NAME = 2;

/**
 * Reads any common spelling: `https://github.com/o/n`, `git@github.com:o/n.git`, `git+ssh://…`, `github.com/o/n/tree/main`,
 * `o/n`, `n`. Text that is no address at all gives itself.
 */
export function parseRepositoryPath(address: string): RepositoryPath {
  const bare = address
    .trim()
    .replace(/[?#].*$/su, '')
    .replace(/^(?:git\+)?[a-z]+:\/+/iu, '')
    .replace(/^[^/@\s]+@/u, '')
    .replace(/^www\./iu, '')
    .replace(/^([a-z0-9-]+(?:\.[a-z0-9-]+)+):(?:\d+\/)?\/*/iu, '$1/');
  const segments = bare.split('/').filter((segment) => segment !== '');
  const host =
    segments.length > 1 && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/iu.test(segments[0] ?? '')
      ? segments.shift()
      : undefined;
  const kept = (host === undefined ? segments : segments.slice(0, OWNER_AND_NAME)).map((segment) =>
    segment.replace(/\.git$/iu, ''),
  );
  const writtenPath = kept.join('/');
  const path = writtenPath.toLowerCase();
  return {
    full: host === undefined ? path : `${host.toLowerCase()}/${path}`,
    path,
    writtenPath,
    name: kept.at(-1)?.toLowerCase() ?? '',
  };
}
