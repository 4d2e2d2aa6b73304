import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import type { Principal } from '#libs/platform/http';
import { NodesService } from '#libs/registry/nodes';
import { PublisherRights } from '#libs/registry/publishers';
import { TooManyMessages } from './node-version.errors.js';
import type { VersionMessage } from './version-message.entity.js';
import { VersionMessagesRepository } from './version-messages.repository.js';
import { VersionReader } from './version-reader.js';

const MESSAGES_MAX = 200;

/** The conversation about a version between its publisher's members and the reviewers. */
@Injectable()
export class VersionMessages {
  constructor(
    private readonly messages: VersionMessagesRepository,
    private readonly reader: VersionReader,
    private readonly nodes: NodesService,
    private readonly rights: PublisherRights,
    private readonly transactions: TransactionRunner,
  ) {}

  /** Oldest first, for members and admins. @throws as `VersionReports.require`. */
  async list(principal: Principal, nodeId: string, idOrNumber: string): Promise<VersionMessage[]> {
    return this.messages.list(NO_TRANSACTION, await this.requireId(principal, nodeId, idOrNumber));
  }

  /** @throws as `list`; TooManyMessages. */
  async add(principal: Principal, nodeId: string, idOrNumber: string, text: string): Promise<VersionMessage> {
    const nodeVersionId = await this.requireId(principal, nodeId, idOrNumber);
    const { userId: authorId, isAdmin: isFromAdmin } = principal;
    return this.transactions.run(async (scope) => {
      const message = { nodeVersionId, authorId, isFromAdmin, text };
      const added = await this.messages.insert(scope, message, MESSAGES_MAX);
      if (!added) throw new TooManyMessages();
      return added;
    });
  }

  private async requireId(principal: Principal, nodeId: string, idOrNumber: string): Promise<string> {
    const { version } = await this.reader.requireVisible(principal, nodeId, idOrNumber);
    const { publisherId } = await this.nodes.requireVisible(principal, version.nodeId);
    await this.rights.requireMembersView(principal, publisherId);
    return version.id;
  }
}
