import type { ListTotal } from '#libs/platform/http';

/** Orders of a result; `relevance` falls back on the ranking when nothing is searched for. */
export type NodeSearchSort = 'relevance' | 'downloads' | 'stars' | 'newest';

/** One page of a search. Absent or blank conditions do not restrict; all others must hold at once. */
export type NodeSearchRequest = {
  /** 1-based. */
  readonly page: number;
  readonly limit: number;
  /** Keywords in id, name, author, publisher, tags, description and app-node names. */
  readonly search?: string;
  /** Any spelling of a repository's address, or words of it. */
  readonly repositoryUrlSearch?: string;
  /** Name of an app node, or words of it. */
  readonly appNodeSearch?: string;
  readonly supportedOs?: string;
  readonly supportedAccelerator?: string;
  /** Default `relevance`. */
  readonly sort?: NodeSearchSort;
  /** Shows banned nodes too; for administrators. */
  readonly includeBanned?: boolean;
};

/** Ids of one page in order. */
export type NodeSearchResult = {
  /** Lower-case node ids. */
  ids: string[];
} & ListTotal;
