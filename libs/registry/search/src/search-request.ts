import type { ListTotal } from '#libs/platform/http';

/** Orders of a result; `relevance` without search words is the ranking. */
export type NodeSearchSort = 'relevance' | 'downloads' | 'stars' | 'newest';

/** How the query was read: as typed, with typing errors repaired too, or all words but one. */
export const SEARCH_STAGES = ['typed', 'repaired', 'relaxed'] as const;
export type SearchStage = (typeof SEARCH_STAGES)[number];

/** Where a page ended, so that the next one can continue. */
export type SearchPlace = {
  /** Lower-case id of its last node. */
  readonly id: string;
  readonly stage: SearchStage;
} & Readonly<ListTotal>;

/** One page of a search. Absent or blank conditions do not restrict; all others must hold at once. */
export type NodeSearchRequest = {
  /** 1-based; ignored with `after`. */
  readonly page: number;
  readonly limit: number;
  /** Keywords in id, name, author, publisher, tags, description and app-node names. */
  readonly search?: string;
  /** Any spelling of a repository's address, or words of it. */
  readonly repositoryUrlSearch?: string;
  /** Name of an app node, or words of it. */
  readonly appNodeSearch?: string;
  /** A whole tag; letter case does not matter. */
  readonly tag?: string;
  readonly supportedOs?: string;
  readonly supportedAccelerator?: string;
  /** Default `relevance`. */
  readonly sort?: NodeSearchSort;
  /** Shows banned nodes too; for administrators. */
  readonly includeBanned?: boolean;
  /** Continues after this place, at the same cost at any depth. All other conditions must be unchanged. */
  readonly after?: SearchPlace | undefined;
};

/** Ids of one page in order. */
export type NodeSearchResult = {
  /** Lower-case node ids. */
  ids: string[];
  readonly stage: SearchStage;
  /** The node to continue after is not in the result any more. */
  readonly isLost?: boolean;
} & ListTotal;
