import { LISTED_ROWS_MAX, listTotal } from '#libs/platform/http';
import { parseRepositoryPath } from './repository-path.js';
import { combineTiers, scopeOf, type Scope } from './search-conditions.js';
import type { SearchDatabase } from './search-database.js';
import { hostWord } from './search-document.js';
import type { NodeSearchRequest, NodeSearchResult } from './search-request.js';
import { browse } from './search-sql.js';
import {
  appNodeTiers,
  EXACT_TIERS,
  keywordTiers,
  relaxedKeywordTiers,
  repairedKeywordTiers,
  repositoryTiers,
  type Tiers,
} from './search-tiers.js';
import { parseSearchWords, wordsOfUnits, type SearchWords } from './search-words.js';
import { TierReader } from './tier-reader.js';
import { lookUpKeyRepairs, lookUpRepairs, lookUpTerms, type Lookup } from './vocabulary-lookup.js';

/** The words of each condition that has some. */
type Conditions = {
  readonly keywords: SearchWords | undefined;
  readonly repository: { readonly address: string; readonly words: SearchWords } | undefined;
  readonly appNode: SearchWords | undefined;
};

/** With fewer results than this, of which none is exact, what was typed may have been a typing error. */
const SPARSE_RESULTS = 5;

/** Answers searches from the derived search tables alone, on one connection source or in the caller's transaction. */
export class NodeSearchRepository {
  /** One page of ids, best first. A condition without letters or digits matches nothing. */
  async search(database: SearchDatabase, request: NodeSearchRequest): Promise<NodeSearchResult> {
    const scope = scopeOf(request);
    const conditions = readConditions(request);
    if (conditions === undefined) return { ids: [], total: 0, totalIsExact: true };
    const words = allWords(conditions);
    if (words.length === 0) return this.browse(database, scope);
    const lookup = await lookUpTerms(database, words, conditions.keywords?.core ?? '');
    const reader = new TierReader(database, scope, lookup);
    const tiers = tiersAsTyped(conditions, lookup) ?? [];
    const typed = await reader.read(tiers);
    const isExact = typed.best > 0 && typed.best <= EXACT_TIERS;
    if (isExact || typed.total >= SPARSE_RESULTS) return typed;
    return this.searchRepaired(database, reader, conditions, lookup, tiers);
  }

  /** Falls back to typo correction: what was typed matches little, so corrected words follow it. */
  private async searchRepaired(
    database: SearchDatabase,
    reader: TierReader,
    conditions: Conditions,
    { terms }: Lookup,
    typed: Tiers,
  ): Promise<NodeSearchResult> {
    await lookUpRepairs(database, terms.suspicious(allWords(conditions)), terms);
    const keys =
      conditions.keywords === undefined ? [] : await lookUpKeyRepairs(database, conditions.keywords.core);
    const { keywords, repository, appNode } = conditions;
    const others = [
      ...(repository ? [repositoryTiers(repository.address, repository.words.units, terms, 'repaired')] : []),
      ...(appNode ? [appNodeTiers(appNode, terms, 'repaired')] : []),
    ];
    const [ranking, ...restricting] = [
      ...(keywords ? [repairedKeywordTiers(keywords, terms, keys)] : []),
      ...others,
    ];
    const repaired = await reader.read([...typed, ...(combineTiers(ranking ?? [], restricting) ?? [])]);
    if (repaired.total > 0 || keywords === undefined) return repaired;
    return reader.read(combineTiers(relaxedKeywordTiers(keywords, terms), others) ?? []);
  }

  private async browse(
    database: SearchDatabase,
    { visible, sort, offset, limit }: Scope,
  ): Promise<NodeSearchResult> {
    const parameters = [...visible, offset, limit, LISTED_ROWS_MAX + 1];
    const [row] = await database.query<{ ids: string[]; total: number }>(browse(sort), parameters);
    return { ids: row?.ids ?? [], ...listTotal(row?.total ?? 0) };
  }
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
  return { keywords, repository: repository && { address, words: repository }, appNode };
}

function allWords({ keywords, repository, appNode }: Conditions): string[] {
  const { host } = parseRepositoryPath(repository?.address ?? '');
  const words = [keywords, repository?.words, appNode].flatMap((own) => wordsOfUnits(own?.units ?? []));
  return [...new Set([...words, ...(host === '' ? [] : [hostWord(host)])])];
}

function tiersAsTyped({ keywords, repository, appNode }: Conditions, lookup: Lookup): Tiers | undefined {
  const [ranking, ...restricting] = [
    ...(keywords ? [keywordTiers(keywords, lookup.terms, lookup.completedKeys)] : []),
    ...(repository
      ? [repositoryTiers(repository.address, repository.words.units, lookup.terms, 'completed')]
      : []),
    ...(appNode ? [appNodeTiers(appNode, lookup.terms, 'completed')] : []),
  ];
  return combineTiers(ranking ?? [], restricting);
}
