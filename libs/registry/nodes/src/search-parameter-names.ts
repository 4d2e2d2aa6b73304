import { invalidFields } from '#libs/platform/http';
import { editDistance } from '#libs/registry/search';

/** Names of the parameters in other APIs. A misspelt filter would otherwise be ignored, and give too many results. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  page: ['p', 'pagenumber', 'pagenr', 'pageno', 'pageindex', 'offset', 'start', 'skip'],
  limit: ['pagesize', 'perpage', 'size', 'count', 'take', 'max', 'maxresults', 'pagelimit', 'n'],
  search: [
    'q',
    'query',
    's',
    'keyword',
    'keywords',
    'term',
    'terms',
    'text',
    'name',
    'find',
    'filter',
    'searchtext',
    'searchterm',
    'searchquery',
  ],
  repository_url_search: [
    'repo',
    'repository',
    'repositoryurl',
    'repourl',
    'url',
    'github',
    'git',
    'reposearch',
    'repositorysearch',
    'repourlsearch',
  ],
  app_node_search: [
    'appnode',
    'appnodes',
    'appnodename',
    'node',
    'nodename',
    'nodesearch',
    'class',
    'nodeclass',
  ],
  supported_os: ['os', 'platform', 'operatingsystem', 'system', 'osname', 'oses'],
  supported_accelerator: ['accelerator', 'accelerators', 'gpu', 'device', 'backend', 'cuda', 'hardware'],
  tag: ['tags', 'label', 'labels', 'category', 'topic'],
  sort: ['order', 'orderby', 'sortby', 'sorting', 'sortorder', 'rank', 'rankby'],
  cursor: ['after', 'nextcursor', 'pagetoken', 'nextpagetoken', 'startingafter'],
  facets: ['facet', 'aggregations', 'aggs'],
  highlights: ['highlight', 'highlighting', 'marked'],
  include_banned: ['banned', 'showbanned', 'withbanned', 'includehidden'],
};

/** From this length on, two edits are allowed; below it, one. */
const TWO_EDITS_MIN_CHARS = 6;

/** From this many words on, one may be another. */
const ONE_WORD_OFF_MIN_WORDS = 3;

/** The parameter of the node search that an unknown name most likely means; undefined for an unrelated one. */
export function intendedParameter(name: string): string | undefined {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const words = sortedWords(name);
  for (const [known, synonyms] of Object.entries(SYNONYMS)) {
    const plainKnown = known.replaceAll('_', '');
    const edits = plainKnown.length < TWO_EDITS_MIN_CHARS ? 1 : 2;
    const isNear = editDistance(plain, plainKnown, edits) <= edits || words === sortedWords(known);
    if (synonyms.includes(plain) || isNear || isOneWordOff(name, known)) return known;
  }
  return undefined;
}

/** The words of a name, sorted: `os_supported` and `supported_os` are the same. */
function sortedWords(name: string): string {
  return name.toLowerCase().split('_').sort().join(' ');
}

/** Whether names of three words or more differ in one: `comfy_node_search` and `app_node_search`. */
function isOneWordOff(name: string, known: string): boolean {
  const words = name.toLowerCase().split('_');
  const ours = known.split('_');
  if (ours.length < ONE_WORD_OFF_MIN_WORDS || words.length !== ours.length) return false;
  return ours.filter((word, place) => words[place] !== word).length === 1;
}

/** @throws InvalidRequest for names close to a parameter; other unknown names are ignored. */
export function refuseMisspeltParameters(query: Readonly<Record<string, unknown>>): void {
  const problems = Object.keys(query).flatMap((name) => {
    const intended = name in SYNONYMS ? undefined : intendedParameter(name);
    return intended === undefined ? [] : [`${name} is not a parameter; use ${intended}`];
  });
  if (problems.length > 0) throw invalidFields(problems);
}
