import { LISTED_ROWS_MAX, listTotal } from '#libs/platform/http';
import { parseRepositoryPath } from './repository-path.js';
import { combineTiers, scopeOf, type Scope } from './search-conditions.js';
import type { SearchDatabase } from './search-database.js';
import { hostWord, tagWord } from './search-document.js';
import type { NodeSearchRequest, NodeSearchResult, SearchPlace, SearchStage } from './search-request.js';
import { browse } from './search-sql.js';
import {
  appNodeTiers,
  keywordTiers,
  relaxedKeywordTiers,
  repairedKeywordTiers,
  type Reach,
  repositoryTiers,
  tagTiers,
  type Tiers,
} from './search-tiers.js';
import { parseSearchWords, wordsOfUnits, type SearchWords } from './search-words.js';
import type { KnownTerms } from './search-terms.js';
import { browseAfter } from './search-place.js';
import { TierReader } from './tier-reader.js';
import { lookUpKeyRepairs, lookUpRepairs, lookUpTerms, type Lookup } from './vocabulary-lookup.js';

type Conditions = {
  readonly keywords: SearchWords | undefined;
  readonly repository: { readonly address: string; readonly words: SearchWords } | undefined;
  readonly appNode: SearchWords | undefined;
  /** As `tagWord`. */
  readonly tag: string | undefined;
};

/** With fewer results than this, none of them exact, the query may contain a typing error. */
const SPARSE_RESULTS = 5;

/** The first tiers of repositories and app nodes match exactly what was typed, which then needs no repair. */
const EXACT_TIERS = 3;

/** Answers searches from the derived search tables only. */
export class NodeSearchRepository {
  /** One page of ids, best first. A condition without letters or digits matches nothing. */
  async search(database: SearchDatabase, request: NodeSearchRequest): Promise<NodeSearchResult> {
    const scope = scopeOf(request);
    const conditions = readConditions(request);
    if (conditions === undefined) return { ids: [], total: 0, totalIsExact: true, stage: 'typed' };
    const words = allWords(conditions);
    const synonyms = wordsOfUnits(conditions.keywords?.synonyms.flat() ?? []);
    const terms = [...words, ...synonyms, ...(conditions.tag === undefined ? [] : [conditions.tag])];
    if (terms.length === 0) return this.browse(database, scope, request.after);
    const lookup = await lookUpTerms(database, terms, conditions.keywords?.core ?? '');
    const reader = new TierReader(database, scope, lookup);
    const tiers = await tiersAsTyped(reader, conditions, lookup);
    if (request.after !== undefined) {
      const all = await tiersOfStage(database, request.after.stage, conditions, lookup, tiers);
      return found(await reader.readAfter(all, request.after.id), request.after);
    }
    const typed = await reader.read(tiers);
    const isExact = tiers[typed.best - 1]?.isExact === true;
    if (isExact || typed.total >= SPARSE_RESULTS || words.length === 0) return { ...typed, stage: 'typed' };
    const repairs = await repairedTiers(database, conditions, lookup);
    const repaired = await reader.readOn(tiers, typed, repairs);
    if (repaired.total > 0 || conditions.keywords === undefined) return { ...repaired, stage: 'repaired' };
    return { ...(await reader.read(relaxedTiers(conditions, lookup))), stage: 'relaxed' };
  }

  private async browse(
    database: SearchDatabase,
    scope: Scope,
    after: SearchPlace | undefined,
  ): Promise<NodeSearchResult> {
    if (after !== undefined) return found(await browseAfter(database, scope, after.id), after);
    const { visible, sort, offset, limit } = scope;
    const parameters = [...visible, offset, limit, LISTED_ROWS_MAX + 1];
    const [row] = await database.query<{ ids: string[]; total: number }>(browse(sort), parameters);
    return { ids: row?.ids ?? [], ...listTotal(row?.total ?? 0), stage: 'typed' };
  }
}

/** The total is that of the page before. */
function found(ids: string[] | undefined, { stage, total, totalIsExact }: SearchPlace): NodeSearchResult {
  return { ids: ids ?? [], isLost: ids === undefined, stage, total, totalIsExact };
}

async function tiersOfStage(
  database: SearchDatabase,
  stage: SearchStage,
  conditions: Conditions,
  lookup: Lookup,
  typed: Tiers,
): Promise<Tiers> {
  if (stage === 'typed') return typed;
  const repairs = await repairedTiers(database, conditions, lookup);
  return stage === 'repaired' ? [...typed, ...repairs] : relaxedTiers(conditions, lookup);
}

/** Falls back on corrected words, which it adds to `lookup`. */
async function repairedTiers(
  database: SearchDatabase,
  conditions: Conditions,
  { terms }: Lookup,
): Promise<Tiers> {
  const { keywords } = conditions;
  await lookUpRepairs(database, terms.suspicious(allWords(conditions)), terms);
  const keys = keywords === undefined ? [] : await lookUpKeyRepairs(database, keywords.core);
  const [ranking, ...restricting] = [
    ...(keywords ? [repairedKeywordTiers(keywords, terms, keys)] : []),
    ...otherTiers(conditions, terms, 'repaired'),
  ];
  return combineTiers(ranking ?? [], restricting) ?? [];
}

function relaxedTiers(conditions: Conditions, { terms }: Lookup): Tiers {
  if (conditions.keywords === undefined) return [];
  const others = otherTiers(conditions, terms, 'repaired');
  return combineTiers(relaxedKeywordTiers(conditions.keywords, terms), others) ?? [];
}

/** The conditions beside keywords. */
function otherTiers({ repository, appNode, tag }: Conditions, terms: KnownTerms, reach: Reach): Tiers[] {
  return [
    ...(repository ? [repositoryTiers(repository.address, repository.words.units, terms, reach)] : []),
    ...(appNode ? [appNodeTiers(appNode, terms, reach)] : []),
    ...(tag === undefined ? [] : [tagTiers(tag, terms)]),
  ];
}

/** @returns undefined when a condition is given that nothing can match. */
function readConditions(request: NodeSearchRequest): Conditions | undefined {
  const { search = '', repositoryUrlSearch: address = '', appNodeSearch = '' } = request;
  const [keywords, repository, appNode] = [
    search,
    parseRepositoryPath(address).writtenPath,
    appNodeSearch,
  ].map((text) => parseSearchWords(text));
  const matchesNothing = [
    [search, keywords],
    [address, repository],
    [appNodeSearch, appNode],
  ].some(([text, words]) => typeof text === 'string' && text.trim() !== '' && words === undefined);
  if (matchesNothing) return undefined;
  const tag = request.tag === undefined || request.tag.trim() === '' ? undefined : tagWord(request.tag);
  return { keywords, repository: repository && { address, words: repository }, appNode, tag };
}

function allWords({ keywords, repository, appNode }: Conditions): string[] {
  const { host } = parseRepositoryPath(repository?.address ?? '');
  const words = [keywords, repository?.words, appNode].flatMap((own) => wordsOfUnits(own?.units ?? []));
  return [...new Set([...words, ...(host === '' ? [] : [hostWord(host)])])];
}

async function tiersAsTyped(
  reader: TierReader,
  conditions: Conditions,
  { terms, completedKeys }: Lookup,
): Promise<Tiers> {
  const { keywords } = conditions;
  const others = otherTiers(conditions, terms, 'completed');
  if (keywords === undefined) {
    const tiers = combineTiers(others[0] ?? [], others.slice(1)) ?? [];
    return tiers.map((tier, at) => ({ ...tier, isExact: at < EXACT_TIERS }));
  }
  const { exact, precise, mixed } = keywordTiers(keywords, terms, completedKeys);
  const meant = await reader.findMeant(precise);
  return combineTiers([...exact, ...meant, ...mixed], others) ?? [];
}
