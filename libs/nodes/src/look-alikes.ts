import { Injectable } from '@nestjs/common';
import type { TransactionScope } from '#libs/platform/database';
import { editDistance } from '#libs/search';
import { lookAlikeKey } from './node-id.js';
import { NodesRepository } from './nodes.repository.js';

/** Only ids near one of this many most downloaded nodes are suspected of a typing error. */
const POPULAR_NODES = 1_000;

/** Finds out whether a new node's id may be taken for another publisher's node. */
@Injectable()
export class LookAlikes {
  constructor(private readonly nodes: NodesRepository) {}

  /** Why an admin should look at a new node with this id, or null. Creations of look-alikes wait for each other. */
  async reasonFor(scope: TransactionScope, id: string, publisherId: string): Promise<string | null> {
    const key = lookAlikeKey(id);
    const same = await this.nodes.findLookAlikes(scope, key, publisherId);
    const twin = same.find((other) => other.id.toLowerCase() !== id.toLowerCase());
    if (twin) return `The id looks like ${twin.id} of the publisher ${twin.publisherId}.`;
    const popular = await this.nodes.findPopularOfLength(scope, id.length, POPULAR_NODES, publisherId);
    const near = popular.find((other) => editDistance(id.toLowerCase(), other.id.toLowerCase(), 1) === 1);
    return near
      ? `The id is one edit away from the popular ${near.id} of the publisher ${near.publisherId}.`
      : null;
  }
}
