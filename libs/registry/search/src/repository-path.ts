/** The parts of a repository address that identify it, in lower case where nothing else is said. */
export type RepositoryPath = {
  /** `host/owner/name` without protocol, credentials, `www.`, `.git` and what follows the name. */
  readonly full: string;
  /** `owner/name`; equal to `full` when there is no host. */
  readonly path: string;
  /** `host`, also when there is nothing else; a name with a dot may be taken for one. '' when there is none. */
  readonly host: string;
  /** `path` as it was written: its camel case separates the words. */
  readonly writtenPath: string;
  /** The last segment. */
  readonly name: string;
};

/** Pages below a repository on the usual hosts; what follows the name is not part of its identity. */
const OWNER_AND_NAME = 2;
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/iu;

/** The address in a copied command, such as `git clone https://github.com/o/n.git`; any other text as it is. */
export function withoutCommand(text: string): string {
  return COMMAND.exec(text)?.[1] ?? text;
}

const COMMAND = /^\s*git\s+clone\s(?:.*?\s)?(\S+(?::\/\/|@)\S+)/iu;

/**
 * Reads any common spelling: `https://github.com/o/n`, `git@github.com:o/n.git`, `git+ssh://…`, `github.com/o/n/tree/main`,
 * `o/n`, `n`. Text that is no address at all gives itself.
 */
export function parseRepositoryPath(address: string): RepositoryPath {
  const bare = withoutCommand(address)
    .trim()
    .replace(/[?#].*$/su, '')
    .replace(/^(?:git\+)?[a-z]+:\/+/iu, '')
    .replace(/^[^/@\s]+@/u, '')
    .replace(/^www\./iu, '')
    .replace(/^([a-z0-9-]+(?:\.[a-z0-9-]+)+):(?:\d+\/)?\/*/iu, '$1/');
  const segments = bare.split('/').filter((segment) => segment !== '');
  const [first = ''] = segments;
  const host = HOST.exec(first.replace(/\.git$/iu, ''))?.[0].toLowerCase() ?? '';
  const hasHost = segments.length > 1 && HOST.test(first);
  const kept = (hasHost ? segments.slice(1, 1 + OWNER_AND_NAME) : segments).map((segment) =>
    segment.replace(/\.git$/iu, ''),
  );
  const writtenPath = kept.join('/');
  const path = writtenPath.toLowerCase();
  return {
    full: hasHost ? `${first.toLowerCase()}/${path}` : path,
    path,
    host,
    writtenPath,
    name: kept.at(-1)?.toLowerCase() ?? '',
  };
}
