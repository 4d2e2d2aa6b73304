import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION } from '#libs/platform/database';
import { type Fragment, Highlighter, type NodeSearchRequest, type SearchStage } from '#libs/registry/search';
import type { FoundNodeResponse, HighlightedField, NodeHighlight } from './dto/node-search.response.js';
import type { NodeResponse } from './dto/node.response.js';
import { NodeTraitsRepository } from './node-traits.repository.js';

const APP_NODES_SHOWN = 5;

type Searched = Pick<NodeSearchRequest, 'search' | 'repositoryUrlSearch' | 'appNodeSearch'>;

/** Marks what matched in found nodes. */
@Injectable()
export class NodeHighlights {
  constructor(private readonly traits: NodeTraitsRepository) {}

  /** @param stage How the search read the query. */
  async mark(
    nodes: readonly NodeResponse[],
    { search = '', repositoryUrlSearch = '', appNodeSearch = '' }: Searched,
    stage: SearchStage,
  ): Promise<FoundNodeResponse[]> {
    const mayBeMisspelt = stage !== 'typed';
    const [words, repository, appNode] = [search, repositoryUrlSearch, `${search} ${appNodeSearch}`].map(
      (text) => new Highlighter(text, mayBeMisspelt),
    );
    const hasWords = `${search}${appNodeSearch}`.trim() !== '';
    const ids = hasWords ? nodes.map(({ id }) => id.toLowerCase()) : [];
    const appNodeNames = ids.length === 0 ? new Map() : await this.traits.appNodeNames(NO_TRANSACTION, ids);
    return nodes.map((node) => ({
      ...node,
      highlights: [
        ...textsOf(node).flatMap(([field, text]) => highlight(field, words?.mark(text, isName(field)))),
        ...highlight('repository', repository?.mark(node.repository) ?? words?.mark(node.repository)),
        ...((appNodeNames.get(node.id.toLowerCase()) ?? []) as string[])
          .flatMap((name) => highlight('app_node', appNode?.mark(name, true)))
          .slice(0, APP_NODES_SHOWN),
      ],
    }));
  }
}

function textsOf(node: NodeResponse): [HighlightedField, string][] {
  return [
    ['name', node.name],
    ['id', node.id],
    ['author', node.author],
    ['publisher', node.publisher.name],
    ['description', node.description],
    ...node.tags.map((tag): [HighlightedField, string] => ['tag', tag]),
  ];
}

function isName(field: HighlightedField): boolean {
  return field === 'name' || field === 'id';
}

function highlight(field: HighlightedField, fragments: Fragment[] | undefined): NodeHighlight[] {
  if (fragments === undefined) return [];
  return [{ field, fragments: fragments.map(({ text, isMatch }) => ({ text, is_match: isMatch })) }];
}
