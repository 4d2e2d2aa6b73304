import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION, type StatementScope, type TransactionScope } from '#libs/platform/database';
import { editDistance } from '#libs/registry/search';
import type { Node } from './node.entity.js';
import { nodeNotFound } from './node.errors.js';
import { lookAlikeKey } from './node-id.js';
import { NodesRepository } from './nodes.repository.js';

/** Only ids near one of this many most downloaded nodes are suspected of a typing error. */
const POPULAR_NODES = 1_000;

/** What makes another id look alike: the same but for letter case and signs, or one edit from a popular one. */
export const LIKENESSES = ['same_letters', 'one_edit'] as const;
/** One of `LIKENESSES`. */
export type Likeness = (typeof LIKENESSES)[number];

type Named = Pick<Node, 'id' | 'publisherId'>;

/** Finds out whether a node's id may be taken for another publisher's node. */
@Injectable()
export class LookAlikes {
  constructor(private readonly nodes: NodesRepository) {}

  /** Why an admin should look at a new node with this id, or null. Creations of look-alikes wait for each other. */
  async reasonFor(scope: TransactionScope, id: string, publisherId: string): Promise<string | null> {
    await this.nodes.lockLookAlikes(scope, lookAlikeKey(id));
    const [twin] = await this.twinsOf(scope, { id, publisherId });
    if (twin) return `The id looks like ${twin.id} of the publisher ${twin.publisherId}.`;
    const [near] = await this.popularNear(scope, { id, publisherId });
    return near
      ? `The id is one edit away from the popular ${near.id} of the publisher ${near.publisherId}.`
      : null;
  }

  /** Other publishers' nodes that a node may be taken for. @throws NodeNotFound when it never existed. */
  async listFor(nodeId: string): Promise<{ id: string; likeness: Likeness }[]> {
    const node = await this.nodes.find(NO_TRANSACTION, nodeId);
    if (!node) throw nodeNotFound(nodeId);
    const twins = await this.twinsOf(NO_TRANSACTION, node);
    const near = await this.popularNear(NO_TRANSACTION, node);
    return [
      ...twins.map(({ id }) => ({ id, likeness: 'same_letters' as const })),
      ...near
        .filter(({ id }) => twins.every((twin) => twin.id !== id))
        .map(({ id }) => ({ id, likeness: 'one_edit' as const })),
    ];
  }

  private async twinsOf(scope: StatementScope, { id, publisherId }: Named): Promise<Named[]> {
    const same = await this.nodes.findLookAlikes(scope, lookAlikeKey(id), publisherId);
    return same.filter((other) => other.id.toLowerCase() !== id.toLowerCase());
  }

  private async popularNear(scope: StatementScope, { id, publisherId }: Named): Promise<Named[]> {
    const popular = await this.nodes.findPopularOfLength(scope, id.length, POPULAR_NODES, publisherId);
    return popular.filter((other) => editDistance(id.toLowerCase(), other.id.toLowerCase(), 1) === 1);
  }
}
