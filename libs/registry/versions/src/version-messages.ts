import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import type { Principal } from '#libs/platform/http';
import { NodesService } from '#libs/registry/nodes';
import { PublisherRights } from '#libs/registry/publishers';
import { type NodeVersion, NodeVersionsRepository } from '#libs/registry/versions/store';
import { AppealOver, TooManyMessages } from './node-version.errors.js';
import type { VersionMessage } from './version-message.entity.js';
import { ReviewerAnswered } from './node-version.events.js';
import { VersionMessagesRepository } from './version-messages.repository.js';
import { VersionReader } from './version-reader.js';

const MESSAGES_MAX = 200;
const APPEAL_DAYS = 30;

/** Until when the publisher of a version that is held or banned now may answer. */
export const appealEnd = (clock: Clock): Date => clock.in(APPEAL_DAYS * 24 * 60 * 60 * 1000);

/** The conversation about a version between its publisher's members and the reviewers. */
@Injectable()
export class VersionMessages {
  constructor(
    private readonly messages: VersionMessagesRepository,
    private readonly reader: VersionReader,
    private readonly nodes: NodesService,
    private readonly rights: PublisherRights,
    private readonly versions: NodeVersionsRepository,
    private readonly events: DomainEvents,
    private readonly transactions: TransactionRunner,
    private readonly clock: Clock,
  ) {}

  /** Oldest first, for members and admins. @throws as `VersionReports.require`. */
  async list(
    principal: Principal,
    nodeId: string,
    idOrNumber: string,
  ): Promise<{ messages: VersionMessage[]; appealUntil: Date | null }> {
    const { id, appealUntil } = await this.require(principal, nodeId, idOrNumber);
    return { messages: await this.messages.list(NO_TRANSACTION, id), appealUntil };
  }

  /** A reviewer's message gives the publisher time to answer. @throws as `list`; AppealOver, TooManyMessages. */
  async add(principal: Principal, nodeId: string, idOrNumber: string, text: string): Promise<VersionMessage> {
    const {
      id: nodeVersionId,
      appealUntil,
      version,
      publisherId,
    } = await this.require(principal, nodeId, idOrNumber);
    const { userId: authorId, isAdmin: isFromAdmin } = principal;
    if (!isFromAdmin && appealUntil && appealUntil < this.clock.now()) throw new AppealOver();
    return this.transactions.run(async (scope) => {
      const message = { nodeVersionId, authorId, isFromAdmin, text };
      const added = await this.messages.insert(scope, message, MESSAGES_MAX);
      if (!added) throw new TooManyMessages();
      if (isFromAdmin && appealUntil)
        await this.versions.update(scope, nodeVersionId, { appealUntil: appealEnd(this.clock) });
      if (isFromAdmin)
        await this.events.publish(scope, new ReviewerAnswered(publisherId, nodeId, version, text));
      return added;
    });
  }

  private async require(
    principal: Principal,
    nodeId: string,
    idOrNumber: string,
  ): Promise<NodeVersion & { publisherId: string }> {
    const { version } = await this.reader.requireVisible(principal, nodeId, idOrNumber);
    const { publisherId } = await this.nodes.requireVisible(principal, version.nodeId);
    await this.rights.requireMembersView(principal, publisherId);
    return { ...version, publisherId };
  }
}
