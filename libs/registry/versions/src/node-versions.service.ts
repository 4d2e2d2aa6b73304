import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Actor, AuditLog } from '#libs/accounts/audit';
import { ChangeFeed } from '#libs/registry/changes';
import { Clock } from '#libs/platform/clock';
import { ALL_VERSIONS_HELD, type Node, NodesService, NodeVisibilityChanged } from '#libs/registry/nodes';
import { NO_TRANSACTION, TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { invalidFields, isBlank, type Principal } from '#libs/platform/http';
import { PackageJudge } from '#libs/registry/judging';
import { type Publisher, PublisherRights, PublishersService } from '#libs/registry/publishers';
import {
  AppNodeRowsRepository,
  type NewAppNode,
  type NodeVersion,
  NodeVersionsRepository,
  type NodeVersionStatus,
} from '#libs/registry/versions/store';
import {
  archiveRefused,
  bannedArchive,
  StatusNotAllowed,
  VersionBanned,
  VersionNotFound,
} from './node-version.errors.js';
import { VersionDecided } from './node-version.events.js';
import { ReviewDeskRepository } from './review-desk.repository.js';
import { RescansRepository } from './rescans.repository.js';
import { VersionReaderRepository } from './version-reader.repository.js';
import { appealEnd } from './version-messages.js';
import { versionKey } from './version-reader.js';
import { nameOf } from './version-name.js';
import { mayBecome } from './version-status.js';

export type VersionChange = Partial<
  Pick<
    NodeVersion,
    | 'status'
    | 'statusReason'
    | 'changelog'
    | 'deprecated'
    | 'appNodeExtractStatus'
    | 'appNodeExtractReason'
    | 'archiveRefusal'
  >
>;

/** A version and the archive that was judged. */
export type JudgedVersion = Pick<NodeVersion, 'id' | 'archiveKey'>;

export type VersionOutcome = VersionChange & {
  status: 'NodeVersionStatusActive' | 'NodeVersionStatusFlagged';
};

/** Of versions that have come. */
const PUBLISHED_STATUSES: readonly NodeVersionStatus[] = [
  'NodeVersionStatusActive',
  'NodeVersionStatusFlagged',
  'NodeVersionStatusBanned',
];

/** Changes, moderates and removes versions. Keeps the latest version of the node and the change feed up to date. */
@Injectable()
export class NodeVersionsService implements OnModuleInit {
  constructor(
    private readonly versions: NodeVersionsRepository,
    private readonly reader: VersionReaderRepository,
    private readonly nodes: NodesService,
    private readonly rights: PublisherRights,
    private readonly publishers: PublishersService,
    private readonly appNodes: AppNodeRowsRepository,
    private readonly transactions: TransactionRunner,
    private readonly events: DomainEvents,
    private readonly audit: AuditLog,
    private readonly feed: ChangeFeed,
    private readonly judge: PackageJudge,
    private readonly rescans: RescansRepository,
    private readonly desk: ReviewDeskRepository,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(NodeVisibilityChanged, async ({ nodeIds, isVisible }, scope) => {
      const active = await this.reader.listActiveOf(scope, nodeIds);
      const things = active.map((version) => ({ kind: 'node_version' as const, ...version }));
      await this.feed.record(scope, isVisible ? 'upsert' : 'delete', things);
    });
  }

  /** Finds a version without access checks. */
  async find(id: string): Promise<NodeVersion | undefined> {
    return this.versions.find(NO_TRANSACTION, id);
  }

  /**
   * Changes what a publisher may change of a version.
   * @throws VersionNotFound, VersionBanned, and what `NodesService.requireEditable` throws.
   */
  async edit(
    principal: Principal,
    publisherId: string,
    nodeId: string,
    idOrNumber: string,
    change: Pick<VersionChange, 'changelog' | 'deprecated'>,
  ): Promise<NodeVersion> {
    const node = await this.nodes.requireEditable(principal, publisherId, nodeId);
    return this.changeOf(node, idOrNumber, async (scope, version) => {
      refuseUnlessEditable(principal, version);
      const { changelog, deprecated } = version;
      await this.audit.record(scope, principal, 'node_version.update', nameOf(version), {
        before: { changelog, deprecated },
        after: { changelog: change.changelog ?? changelog, deprecated: change.deprecated ?? deprecated },
      });
      return change;
    });
  }

  /** Hides a version; its number stays used. For owners. @throws as `edit`, and OwnerRequired. */
  async delete(principal: Principal, publisherId: string, nodeId: string, idOrNumber: string): Promise<void> {
    await this.rights.requireOwned(NO_TRANSACTION, principal, publisherId);
    const node = await this.nodes.requireOf(principal, publisherId, nodeId);
    const isModeration = await this.rights.isModerator(principal, publisherId);
    await this.changeOf(node, idOrNumber, async (scope, version) => {
      refuseUnlessEditable(principal, version);
      const status = 'NodeVersionStatusDeleted';
      await this.audit.record(scope, principal, 'node_version.delete', nameOf(version), {
        before: { status: version.status },
        after: { status },
      });
      return { status, statusReason: `Deleted by ${isModeration ? 'an admin' : 'its publisher'}.` };
    });
  }

  /**
   * Gives a version a status as an admin; the act is logged.
   * @throws InvalidRequest for a ban without a reason; VersionNotFound, StatusNotAllowed, and what `NodesService.requireVisible`
   * throws.
   */
  async moderate(
    principal: Principal,
    nodeId: string,
    idOrNumber: string,
    change: { status?: NodeVersionStatus; statusReason: string },
  ): Promise<NodeVersion> {
    const node = await this.nodes.requireVisible(principal, nodeId);
    return this.changeOf(node, idOrNumber, async (scope, version) => {
      await this.refuseUnlessPossible(scope, version, change.status);
      refuseBanWithoutReason(change.status ?? version.status, change.statusReason);
      if (change.status !== undefined) await this.rescans.clearDoubt(scope, version.id);
      if (change.status === 'NodeVersionStatusActive')
        await this.judge.approve(scope, version, principal.userId);
      await this.audit.record(scope, principal, 'node_version.moderate', nameOf(version), {
        reason: change.statusReason,
        before: { status: version.status, status_reason: version.statusReason },
        after: { status: change.status ?? version.status, status_reason: change.statusReason },
      });
      return change;
    });
  }

  /**
   * Ends the wait of a pending version, in the given transaction.
   * @param appNodes The app nodes of the version; stored only when it is still pending.
   * @returns false when it is not pending any more, or has another archive: then nothing was changed.
   */
  async settle(
    scope: TransactionScope,
    { id, archiveKey }: JudgedVersion,
    outcome: VersionOutcome,
    appNodes?: readonly NewAppNode[],
  ): Promise<boolean> {
    const known = await this.versions.find(scope, id);
    if (!known) return false;
    const node = await this.nodes.lock(scope, known.nodeId);
    const version = await this.versions.findForUpdate(scope, id);
    if (version?.archiveKey !== archiveKey || !mayBecome('check', version.status, outcome.status))
      return false;
    if (appNodes) await this.appNodes.replace(scope, id, appNodes);
    await this.apply(scope, node, version, outcome);
    return true;
  }

  /** Takes an active version out of use until a reviewer decides; recorded as an act of who asked for the scan. */
  async hold(
    scope: TransactionScope,
    actor: Actor,
    { id, nodeId }: Pick<NodeVersion, 'id' | 'nodeId'>,
    statusReason: string,
  ): Promise<void> {
    const node = await this.nodes.lock(scope, nodeId);
    const version = await this.versions.findForUpdate(scope, id);
    if (version?.status !== 'NodeVersionStatusActive') return;
    const status = 'NodeVersionStatusFlagged';
    await this.audit.record(scope, actor, 'node_version.hold', nameOf(version), {
      reason: statusReason,
      before: { status: version.status },
      after: { status },
    });
    await this.apply(scope, node, version, { status, statusReason });
  }

  /** Deletes a version whose archive has not arrived. @returns false when it has arrived after all. */
  async expireUpload(id: string): Promise<boolean> {
    return this.transactions.run(async (scope) => {
      const version = await this.versions.findForUpdate(scope, id);
      const status = 'NodeVersionStatusDeleted';
      if (!version || version.archiveKey !== null || !mayBecome('deadline', version.status, status))
        return false;
      await this.versions.update(scope, id, {
        status,
        statusReason: 'The archive was not uploaded in time.',
      });
      return true;
    });
  }

  /** Decides on the change while the node and the version are locked. */
  private async changeOf(
    node: Node,
    idOrNumber: string,
    decide: (scope: TransactionScope, version: NodeVersion) => VersionChange | Promise<VersionChange>,
  ): Promise<NodeVersion> {
    const known = await this.findOfNode(node.id, idOrNumber);
    if (!known) throw new VersionNotFound();
    return this.transactions.run(async (scope) => {
      const locked = await this.nodes.lock(scope, node.id);
      const version = await this.versions.findForUpdate(scope, known.id);
      if (!version) throw new VersionNotFound();
      return this.apply(scope, locked, version, await decide(scope, version));
    });
  }

  /** The node's row is locked. Versions that were never public cause no event. */
  private async apply(
    scope: TransactionScope,
    node: Node,
    before: NodeVersion,
    change: VersionChange,
  ): Promise<NodeVersion> {
    const { status } = { ...before, ...change };
    const wasBanned = before.status === 'NodeVersionStatusBanned' || before.deletedBanned;
    const deletedBanned = status === 'NodeVersionStatusDeleted' && wasBanned;
    const decided = { ...change, deletedBanned, appealUntil: this.appealUntil(before, status) };
    await this.versions.update(scope, before.id, decided);
    const after = { ...before, ...decided };
    await this.tell(scope, node, before, after);
    await this.noteHold(scope, before, after);
    if (before.status === 'NodeVersionStatusPending' && PUBLISHED_STATUSES.includes(after.status))
      await this.publishers.notePublish(scope, [node.publisherId], after.createdAt);
    const isActive = after.status === 'NodeVersionStatusActive';
    const areAllHeld = !isActive && (await this.areAllHeld(scope, node, after));
    if (!isActive && !areAllHeld && before.status !== 'NodeVersionStatusActive') return after;
    const publisher =
      (await this.renewLatest(scope, node, before.id, areAllHeld)) ??
      (await this.publishers.hold(scope, node.publisherId));
    const isSeen = node.status === 'NodeStatusActive' && node.reviewReason === null;
    const wasActive = before.status === 'NodeVersionStatusActive';
    if (isSeen && (isActive || wasActive) && publisher.status === 'PublisherStatusActive') {
      await this.feed.record(scope, isActive ? 'upsert' : 'delete', [
        { kind: 'node_version', publisherId: node.publisherId, nodeId: node.id, version: after.version },
      ]);
    }
    return after;
  }

  /** For the figures of the review; a refused archive is no hold. */
  private async noteHold(scope: TransactionScope, before: NodeVersion, after: NodeVersion): Promise<void> {
    if (isHeld(after) === isHeld(before)) return;
    if (isHeld(after)) await this.desk.startHold(scope, after.id);
    else await this.desk.endHold(scope, after.id, after.status !== 'NodeVersionStatusActive');
  }

  /** Whether the node has a version that is held and none that is active. */
  private async areAllHeld(scope: TransactionScope, node: Node, changed: NodeVersion): Promise<boolean> {
    if (node.reviewReason === ALL_VERSIONS_HELD) return true;
    return isHeld(changed) && (await this.reader.listActiveOf(scope, [node.id])).length === 0;
  }

  private appealUntil(before: NodeVersion, status: NodeVersionStatus): Date | null {
    if (status === before.status || status === 'NodeVersionStatusDeleted') return before.appealUntil;
    return status === 'NodeVersionStatusActive' ? null : appealEnd(this.clock);
  }

  /** Its publisher hears of every change of status but the usual end of a check, and a deletion. */
  private async tell(
    scope: TransactionScope,
    { publisherId }: Node,
    before: NodeVersion,
    { nodeId, version, status, statusReason, appealUntil }: NodeVersion,
  ): Promise<void> {
    const isUsual =
      status === before.status ||
      status === 'NodeVersionStatusDeleted' ||
      (before.status === 'NodeVersionStatusPending' && status === 'NodeVersionStatusActive');
    if (isUsual) return;
    const decided = new VersionDecided(publisherId, nodeId, version, status, statusReason, appealUntil);
    await this.events.publish(scope, decided);
  }

  /**
   * The node shows its latest version, so a change of that version is also a change of the node.
   * @returns the node's publisher when the node was updated.
   */
  private async renewLatest(
    scope: TransactionScope,
    node: Node,
    changedId: string,
    areAllHeld: boolean,
  ): Promise<Publisher | undefined> {
    const latest = await this.versions.findLatest(scope, node.id);
    const isHidden = node.reviewReason === ALL_VERSIONS_HELD;
    const isSame = latest?.id !== changedId && latest?.id === (node.latestVersionId ?? undefined);
    if (isSame && isHidden === areAllHeld) return undefined;
    return this.nodes.setLatestVersion(scope, node, latest?.id ?? null, areAllHeld);
  }

  /** @throws StatusNotAllowed when admins may not give the version the status. */
  private async refuseUnlessPossible(
    scope: TransactionScope,
    version: NodeVersion,
    status: NodeVersionStatus | undefined,
  ): Promise<void> {
    if (status === undefined || status === version.status) return;
    if (!mayBecome('admin', version.status, status)) {
      throw new StatusNotAllowed('Only a version that waits for its archive or its check is pending.');
    }
    if (status !== 'NodeVersionStatusActive') return;
    if (version.archiveRefusal !== null) throw archiveRefused(version);
    if (version.archiveKey === null) {
      throw new StatusNotAllowed('The version has no archive, so it cannot become active.');
    }
    const twin = await this.reader.findBannedTwin(scope, version);
    if (twin) throw new StatusNotAllowed(bannedArchive(twin));
  }

  private async findOfNode(nodeId: string, idOrNumber: string): Promise<NodeVersion | undefined> {
    const key = versionKey(idOrNumber);
    if (key?.by === 'number') return this.versions.findByNumber(NO_TRANSACTION, nodeId, key.value);
    const version = key?.by === 'id' ? await this.versions.find(NO_TRANSACTION, key.value) : undefined;
    return version?.nodeId === nodeId ? version : undefined;
  }
}

function refuseUnlessEditable(principal: Principal, version: NodeVersion): void {
  if (version.status === 'NodeVersionStatusDeleted') throw new VersionNotFound();
  const giver = principal.isAdmin ? 'admin' : 'publisher';
  if (!mayBecome(giver, version.status, 'NodeVersionStatusDeleted')) throw new VersionBanned();
}

/** A reason may also not be taken from a version that is banned. */
function refuseBanWithoutReason(status: NodeVersionStatus, reason: string): void {
  if (status === 'NodeVersionStatusBanned' && isBlank(reason))
    throw invalidFields(['status_reason must say why the version is banned']);
}

/** Whether it waits for a reviewer; a version whose archive was refused does not. */
function isHeld({ status, archiveRefusal }: NodeVersion): boolean {
  return status === 'NodeVersionStatusFlagged' && archiveRefusal === null;
}
