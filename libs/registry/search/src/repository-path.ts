/** The parts of a repository address that identify it, in lower case unless noted. */
export type RepositoryPath = {
  /** `host/owner/name` without protocol, credentials, `www.`, `.git` and anything after the name. */
  readonly full: string;
  /** `owner/name`; equal to `full` when there is no host. */
  readonly path: string;
  /** `host`, or '' when there is none. A single name with a dot may be taken for a host. */
  readonly host: string;
  /** `path` with its original letter case, which separates the words. */
  readonly writtenPath: string;
  readonly name: string;
};

/** Segments that identify a repository on the usual hosts; further ones are pages below it. */
const OWNER_AND_NAME = 2;
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/iu;

/** The address in a copied command, such as `git clone https://github.com/o/n.git`; any other text as it is. */
export function withoutCommand(text: string): string {
  return COMMAND.exec(text)?.[1] ?? text;
}

const COMMAND = /^\s*git\s+clone\s(?:.*?\s)?(\S+(?::\/\/|@)\S+)/iu;

/**
 * Reads any common spelling: `https://github.com/o/n`, `git@github.com:o/n.git`, `git+ssh://…`, `github.com/o/n/tree/main`,
 * `o/n`, `n`. Any other text is kept as it is.
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
