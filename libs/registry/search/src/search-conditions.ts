import { LISTED_ROWS_MAX } from '#libs/platform/http';
import { allOf, anyOf, type LexemeQuery } from './lexeme-query.js';
import { canonicalAccelerator, canonicalOs } from './platform-names.js';
import type { NodeSearchRequest, NodeSearchSort } from './search-request.js';
import type { Tiers } from './search-tiers.js';

/** What every statement of one request shares. */
export type Scope = {
  /** Values of `$1` to `$4`; see `VISIBLE`. */
  readonly visible: readonly [
    banned: boolean,
    os: string | null,
    accelerator: string | null,
    excluded: readonly string[],
  ];
  readonly sort: NodeSearchSort;
  readonly offset: number;
  readonly limit: number;
};

/** Reads the conditions that are not words. */
export function scopeOf(request: NodeSearchRequest): Scope {
  const os = canonicalOs(request.supportedOs ?? '');
  const accelerator = canonicalAccelerator(request.supportedAccelerator ?? '');
  const offset = request.after === undefined ? (request.page - 1) * request.limit : 0;
  return {
    visible: [
      request.includeBanned ?? false,
      os === '' ? null : os,
      accelerator === '' ? null : accelerator,
      [],
    ],
    sort: request.sort ?? 'relevance',
    offset,
    limit: Math.max(0, Math.min(request.limit, LISTED_ROWS_MAX - offset)),
  };
}

/** The first list ranks, the others only restrict; undefined when one of them matches nothing. */
export function combineTiers(ranking: Tiers, restricting: readonly Tiers[]): Tiers | undefined {
  const conditions: LexemeQuery[] = [];
  for (const tiers of restricting) {
    const condition = anyOf(tiers.filter((tier) => tier.isCovered !== true));
    if (condition === undefined) return undefined;
    conditions.push(condition);
  }
  return ranking.flatMap((tier) => {
    const both = allOf([tier, ...conditions]);
    const { isCovered, bonus, isExact } = tier;
    return both === undefined ? [] : [{ ...both, isCovered, bonus, isExact }];
  });
}
