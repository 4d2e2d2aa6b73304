import { Injectable } from '@nestjs/common';
import { AuditLog } from '#libs/accounts/audit';
import { Clock } from '#libs/platform/clock';
import {
  NO_TRANSACTION,
  type StatementScope,
  TransactionRunner,
  type TransactionScope,
} from '#libs/platform/database';
import type { Principal } from '#libs/platform/http';
import { ChangeFeed } from '#libs/registry/changes';
import { type Node, NodesService } from '#libs/registry/nodes';
import { AdvisoriesRepository, type AdvisoryFilter } from './advisories.repository.js';
import { AdvisoryNotFound } from './advisory.errors.js';
import type { Advisory } from './advisory.entity.js';
import { type AdvisoryFields, changedFields, rangeKeys } from './advisory-fields.js';
import { advisoryId, serialOf } from './advisory-id.js';

/** Publishes, changes and withdraws advisories, for admins, and reads them for everyone. */
@Injectable()
export class AdvisoriesService {
  constructor(
    private readonly advisories: AdvisoriesRepository,
    private readonly nodes: NodesService,
    private readonly audit: AuditLog,
    private readonly changes: ChangeFeed,
    private readonly transactions: TransactionRunner,
    private readonly clock: Clock,
  ) {}

  /** @throws NodeNotFound when the node never existed; InvalidRequest for a range without versions. */
  async publish(
    principal: Principal,
    nodeId: string,
    fields: Pick<AdvisoryFields, 'severity' | 'summary'> & Partial<AdvisoryFields>,
  ): Promise<Advisory> {
    const keys = rangeKeys(fields);
    return this.transactions.run(async (scope) => {
      const node = await this.nodes.lock(scope, nodeId);
      const advisory = await this.advisories.insert(scope, { nodeId: node.id, ...fields, ...keys });
      const after = { nodeId: node.id, ...fields };
      await this.audit.record(scope, principal, 'advisory.create', advisoryId(advisory), { after });
      await this.announce(scope, node, advisory);
      return advisory;
    });
  }

  /** Absent fields stay as they are. @throws AdvisoryNotFound; InvalidRequest for a range without versions. */
  async change(principal: Principal, id: string, fields: Partial<AdvisoryFields>): Promise<Advisory> {
    return this.edit(id, async (scope, advisory) => {
      const changed = changedFields(advisory, fields);
      if (Object.keys(changed.after).length === 0) return undefined;
      await this.audit.record(scope, principal, 'advisory.update', id, changed);
      return { ...fields, ...rangeKeys({ ...advisory, ...fields }) };
    });
  }

  /** Ends an advisory: nothing warns any more, and it stays readable. Once withdrawn it stays so. @throws AdvisoryNotFound */
  async withdraw(principal: Principal, id: string, reason: string): Promise<Advisory> {
    return this.edit(id, async (scope, { withdrawnAt }) => {
      if (withdrawnAt !== null) return undefined;
      await this.audit.record(scope, principal, 'advisory.withdraw', id, { reason });
      return { withdrawnAt: this.clock.now(), withdrawalReason: reason };
    });
  }

  /** @throws AdvisoryNotFound */
  async require(id: string): Promise<Advisory> {
    return this.requireIn(NO_TRANSACTION, id);
  }

  /** Newest first. Those of a banned or deleted node are public too. @throws as `NodesService.requireVisible`, if there are none. */
  async listOfNode(principal: Principal | undefined, nodeId: string): Promise<Advisory[]> {
    const found = await this.advisories.listOfNode(NO_TRANSACTION, nodeId);
    if (found.length === 0) await this.nodes.requireVisible(principal, nodeId);
    return found;
  }

  /** Newest first. */
  async list(filter: AdvisoryFilter): Promise<Advisory[]> {
    return this.advisories.list(NO_TRANSACTION, filter);
  }

  /** The names of the nodes that advisories are about, by id. */
  async nodeNames(advisories: readonly Advisory[]): Promise<ReadonlyMap<string, string>> {
    return this.nodes.namesOf(advisories.map(({ nodeId }) => nodeId));
  }

  /** @param decide Gives what to change; undefined for nothing. */
  private async edit(
    id: string,
    decide: (scope: TransactionScope, advisory: Advisory) => Promise<Partial<Advisory> | undefined>,
  ): Promise<Advisory> {
    const { nodeId } = await this.require(id);
    return this.transactions.run(async (scope) => {
      const node = await this.nodes.lock(scope, nodeId);
      const advisory = await this.requireIn(scope, id);
      const change = await decide(scope, advisory);
      if (!change) return advisory;
      const changed = await this.advisories.update(scope, advisory.serial, change);
      await this.announce(scope, node, changed);
      return changed;
    });
  }

  private async requireIn(scope: StatementScope, id: string): Promise<Advisory> {
    const serial = serialOf(id);
    const advisory = serial === undefined ? undefined : await this.advisories.find(scope, serial);
    if (!advisory || advisoryId(advisory) !== id) throw new AdvisoryNotFound(`There is no advisory ${id}.`);
    return advisory;
  }

  private async announce(scope: TransactionScope, node: Node, advisory: Advisory): Promise<void> {
    const { id: nodeId, publisherId } = node;
    const thing = { kind: 'advisory', publisherId, nodeId, advisoryId: advisoryId(advisory) } as const;
    await this.changes.record(scope, 'upsert', [thing]);
  }
}
