import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION, type StatementScope, type TransactionScope } from '#libs/platform/database';
import { editDistance } from '#libs/registry/search';
import {
  type CopiedTexts,
  type KnownNode,
  LookAlikesRepository,
  type OtherNode,
} from './look-alikes.repository.js';
import {
  claimsStanding,
  formsOf,
  type Likeness,
  likenessOf,
  type NameForms,
  type NameLikeness,
} from './name-likeness.js';
import type { Node } from './node.entity.js';
import { nodeNotFound } from './node.errors.js';
import { lookAlikeKey } from './node-id.js';
import { NodesRepository } from './nodes.repository.js';

/** A name may be confused only with one of this many most popular nodes. */
export const POPULAR_NODES = 1_000;

export type JudgedNode = Pick<Node, 'id' | 'publisherId'> & CopiedTexts;
type Found = { id: string; likeness: Likeness; sentence: string };

/** A display name may be a popular one's in no other way; others are in too many honest names. */
const NAME_LIKENESSES: readonly NameLikeness[] = ['same_letters', 'look_alike_letters'];

const WAYS = {
  same_letters: 'it has the same letters',
  one_edit: 'it is one edit away',
  omitted: 'a letter is missing',
  typo: 'it is a typing error',
  swapped_words: 'its words are swapped',
  bit_flip: 'it differs in one bit',
  affix: 'it differs in words such as comfyui, nodes or official',
  look_alike_letters: 'it has letters that look the same',
} satisfies Record<NameLikeness, string>;

/** Finds other publishers' nodes that a node may be confused with. */
@Injectable()
export class LookAlikes {
  constructor(
    private readonly nodes: NodesRepository,
    private readonly known: LookAlikesRepository,
  ) {}

  /** Why an admin should review a new node, or null. Creations of look-alikes wait for each other. */
  async reasonFor(scope: TransactionScope, node: JudgedNode): Promise<string | null> {
    await this.known.lock(scope, lookAlikeKey(node.id));
    if (claimsStanding(node.id)) return CLAIM;
    const twins = await this.twinsOf(scope, node);
    return twins[0]?.sentence ?? this.reasonForTexts(scope, node, true);
  }

  /**
   * Why an admin should review a node for its texts, or null.
   * @param isNew Whether its id is judged, too.
   */
  async reasonForTexts(scope: TransactionScope, node: JudgedNode, isNew = false): Promise<string | null> {
    if (claimsStanding(node.name)) return CLAIM;
    const popular = await this.known.findPopular(scope, node.publisherId, POPULAR_NODES);
    const alike = isNew ? alikeById(node, popular) : [];
    const [first] = [...alike, ...(await this.copiedBy(scope, node)), ...alikeByName(node, popular)];
    return first?.sentence ?? null;
  }

  /** Other publishers' nodes that this one may be confused with. @throws NodeNotFound when it never existed. */
  async listFor(nodeId: string): Promise<{ id: string; likeness: Likeness }[]> {
    const scope: StatementScope = NO_TRANSACTION;
    const node = await this.nodes.find(scope, nodeId);
    if (!node) throw nodeNotFound(nodeId);
    const popular = await this.known.findPopular(scope, node.publisherId, POPULAR_NODES);
    const all = [
      ...(await this.twinsOf(scope, node)),
      ...alikeById(node, popular),
      ...(await this.copiedBy(scope, node)),
      ...alikeByName(node, popular),
    ];
    return all.filter(({ id }, at) => all.findIndex((other) => other.id === id) === at);
  }

  private async twinsOf(scope: StatementScope, { id, publisherId }: JudgedNode): Promise<Found[]> {
    const twins = await this.known.findTwins(scope, lookAlikeKey(id), publisherId);
    return twins
      .filter((twin) => twin.id.toLowerCase() !== id.toLowerCase())
      .map((twin) => found(twin, 'same_letters', 'id'));
  }

  private async copiedBy(scope: StatementScope, node: JudgedNode): Promise<Found[]> {
    const others = await this.known.findCopied(scope, node, node.publisherId);
    return others.map(({ id, publisherId, what }) => ({
      id,
      likeness: 'copied',
      sentence: `It has the ${what} of ${id} of the publisher ${publisherId}.`,
    }));
  }
}

function alikeById({ id }: JudgedNode, popular: readonly KnownNode[]): Found[] {
  const forms = formsOf(id);
  return popular.flatMap((other) => {
    const likeness = likenessToNode(forms, other) ?? (isOneEdit(id, other.id) ? 'one_edit' : undefined);
    return likeness ? [found(other, likeness, 'id')] : [];
  });
}

function alikeByName({ name }: JudgedNode, popular: readonly KnownNode[]): Found[] {
  const forms = formsOf(name);
  return popular.flatMap((other) => {
    const likeness = likenessToNode(forms, other);
    return likeness && NAME_LIKENESSES.includes(likeness) ? [found(other, likeness, 'name')] : [];
  });
}

/** The reason of one that calls itself official. */
export const CLAIM = 'The id or the name says that it is official or verified.';

function found({ id, publisherId }: OtherNode, likeness: NameLikeness, what: 'id' | 'name'): Found {
  const sentence = `The ${what} looks like ${id} of the publisher ${publisherId}: ${WAYS[likeness]}.`;
  return { id, likeness, sentence };
}

/** A node is known by its id, its name and its repository. */
function likenessToNode(forms: NameForms, { id, name, repository }: KnownNode): NameLikeness | undefined {
  for (const known of new Set([
    id,
    name,
    repository
      .replace(/(?:\.git)?\/*$/, '')
      .split('/')
      .at(-1) ?? '',
  ])) {
    const likeness = likenessOf(forms, formsOf(known));
    if (likeness) return likeness;
  }
  return undefined;
}

/** A digit in place of another makes a version, such as `flux1` and `flux2`. */
function isOneEdit(id: string, popular: string): boolean {
  if (editDistance(id.toLowerCase(), popular.toLowerCase(), 1) !== 1) return false;
  return id.length !== popular.length || id.replaceAll(/\d/g, '') !== popular.replaceAll(/\d/g, '');
}
