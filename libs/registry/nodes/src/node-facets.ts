import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION } from '#libs/platform/database';
import { canonicalAccelerator, canonicalOs, NodeSearch, type NodeSearchRequest } from '#libs/registry/search';
import type { FacetValueResponse, NodeFacetsResponse } from './dto/node-search.response.js';
import { type NodeTraits, NodeTraitsRepository } from './node-traits.repository.js';

/** Only this many of the best results are counted, so that the cost does not grow with the number of results. */
const COUNTED_ROWS = 1_000;
/** Most values of one kind. */
const VALUES_MAX = 20;

/** Counts the values by which the results of a search can be narrowed. */
@Injectable()
export class NodeFacets {
  constructor(
    private readonly nodes: NodeSearch,
    private readonly traits: NodeTraitsRepository,
  ) {}

  /**
   * Counts the best results whatever their platform, so that the count of a system says how many results there would be
   * with it in place of the one asked for.
   */
  async count(request: NodeSearchRequest): Promise<NodeFacetsResponse> {
    const { ids } = await this.nodes.find({
      ...request,
      page: 1,
      limit: COUNTED_ROWS,
      after: undefined,
      sort: 'relevance',
      supportedOs: '',
      supportedAccelerator: '',
    });
    const rows = await this.traits.list(NO_TRANSACTION, ids);
    return {
      counted: ids.length,
      is_complete: ids.length < COUNTED_ROWS,
      ...countValues(rows, request),
    };
  }
}

/** Each kind is counted among the rows that meet the other conditions. A row that declares no platform runs on each. */
export function countValues(
  rows: readonly NodeTraits[],
  {
    supportedOs = '',
    supportedAccelerator = '',
  }: Pick<NodeSearchRequest, 'supportedOs' | 'supportedAccelerator'>,
): Pick<NodeFacetsResponse, 'supported_os' | 'supported_accelerator' | 'tag'> {
  const [os, accelerator] = [canonicalOs(supportedOs), canonicalAccelerator(supportedAccelerator)];
  const onOs = rows.filter((row) => runsOn(row.os, os));
  const onAccelerator = rows.filter((row) => runsOn(row.accelerators, accelerator));
  return {
    supported_os: platformCounts(onAccelerator.map((row) => row.os)),
    supported_accelerator: platformCounts(onOs.map((row) => row.accelerators)),
    tag: tagCounts(onOs.filter((row) => runsOn(row.accelerators, accelerator)).map((row) => row.tags)),
  };
}

function runsOn(declared: readonly string[] | null, wanted: string): boolean {
  return wanted === '' || declared === null || declared.includes(wanted);
}

function platformCounts(rows: readonly (readonly string[] | null)[]): FacetValueResponse[] {
  const everywhere = rows.filter((row) => row === null).length;
  const declared = countsOf(rows.flatMap((row) => row ?? []));
  return mostFrequent(declared.map(({ value, count }) => ({ value, count: count + everywhere })));
}

/** Spellings that differ only in letter case are one tag, shown as in the best result. */
function tagCounts(rows: readonly (readonly string[])[]): FacetValueResponse[] {
  const spellings = new Map<string, string>();
  const keys = rows.flatMap((tags) => {
    const own = new Map(tags.map((tag) => [tag.trim().toLowerCase(), tag.trim()]));
    own.delete('');
    for (const [key, tag] of own) if (!spellings.has(key)) spellings.set(key, tag);
    return [...own.keys()];
  });
  const counts = countsOf(keys);
  return mostFrequent(counts.map(({ value, count }) => ({ value: spellings.get(value) ?? value, count })));
}

function countsOf(values: readonly string[]): FacetValueResponse[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count }));
}

function mostFrequent(counts: readonly FacetValueResponse[]): FacetValueResponse[] {
  return counts
    .toSorted((left, right) => right.count - left.count || (left.value < right.value ? -1 : 1))
    .slice(0, VALUES_MAX);
}
