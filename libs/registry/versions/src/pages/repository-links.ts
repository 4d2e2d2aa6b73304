/** Where the files of a repository are shown, and where their bytes are; '' for a host whose addresses are not known. */
export type RepositoryLinks = { readonly pages: string; readonly files: string };

const NONE: RepositoryLinks = { pages: '', files: '' };

/** Addresses of the files of a repository's main branch, to which the relative links of a README lead. */
export function repositoryLinks(repository: string): RepositoryLinks {
  const [, host = '', owner = '', name = ''] =
    /^(?:https?:\/\/)?(?:www\.)?(github\.com|gitlab\.com|codeberg\.org)\/([\w.-]+)\/([\w.-]+?)(?:\.git)?(?:[/?#]|$)/i.exec(
      repository.trim(),
    ) ?? [];
  switch (host.toLowerCase()) {
    case 'github.com':
      return {
        pages: `https://github.com/${owner}/${name}/blob/HEAD/`,
        files: `https://raw.githubusercontent.com/${owner}/${name}/HEAD/`,
      };
    case 'gitlab.com':
      return {
        pages: `https://gitlab.com/${owner}/${name}/-/blob/HEAD/`,
        files: `https://gitlab.com/${owner}/${name}/-/raw/HEAD/`,
      };
    case 'codeberg.org':
      return {
        pages: `https://codeberg.org/${owner}/${name}/src/HEAD/`,
        files: `https://codeberg.org/${owner}/${name}/raw/HEAD/`,
      };
    default:
      return NONE;
  }
}
