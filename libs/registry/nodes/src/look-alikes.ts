import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION, type StatementScope, type TransactionScope } from '#libs/platform/database';
import { editDistance } from '#libs/registry/search';
import type { Node } from './node.entity.js';
import { nodeNotFound } from './node.errors.js';
import { lookAlikeKey } from './node-id.js';
import { NodesRepository } from './nodes.repository.js';

/** An id may be a typing error only of one of this many most downloaded nodes. */
const POPULAR_NODES = 1_000;

/** Why two ids look alike: they differ only in letter case and signs, or by one edit from a popular id. */
export const LIKENESSES = ['same_letters', 'one_edit'] as const;
export type Likeness = (typeof LIKENESSES)[number];

type Named = Pick<Node, 'id' | 'publisherId'>;

/** Finds other publishers' nodes that a node's id may be confused with. */
@Injectable()
export class LookAlikes {
  constructor(private readonly nodes: NodesRepository) {}

  /** Why an admin should review a new node with this id, or null. Creations of look-alikes wait for each other. */
  async reasonFor(scope: TransactionScope, id: string, publisherId: string): Promise<string | null> {
    await this.nodes.lockLookAlikes(scope, lookAlikeKey(id));
    const [twin] = await this.twinsOf(scope, { id, publisherId });
    if (twin) return `The id looks like ${twin.id} of the publisher ${twin.publisherId}.`;
    const [near] = await this.popularNear(scope, { id, publisherId });
    return near
      ? `The id is one edit away from the popular ${near.id} of the publisher ${near.publisherId}.`
      : null;
  }

  /** Other publishers' nodes that this one may be confused with. @throws NodeNotFound when it never existed. */
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
