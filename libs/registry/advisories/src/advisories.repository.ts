import { Injectable } from '@nestjs/common';
import {
  columnValues,
  Conditions,
  insertInto,
  Repository,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import type { AdvisorySeverity, NodeVersion } from '#libs/registry/versions/store';
import { Advisory } from './advisory.entity.js';

/** An advisory about to be published; absent columns get their defaults. */
export type NewAdvisory = Pick<Advisory, 'nodeId' | 'severity' | 'summary'> &
  Partial<Omit<Advisory, 'serial'>>;

export type AdvisoryFilter = {
  severity?: AdvisorySeverity | undefined;
  /** Only older ones than this. */
  beforeSerial?: number | undefined;
  limit: number;
};

/** An advisory with a version that it affects. */
export type AffectedVersion = Pick<Advisory, 'serial' | 'publishedAt' | 'severity' | 'summary' | 'fixed'> & {
  versionId: string;
};

@Injectable()
export class AdvisoriesRepository extends Repository {
  async insert(scope: TransactionScope, advisory: NewAdvisory): Promise<Advisory> {
    const now = this.clock.now();
    const { sql, values } = insertInto('advisories', { ...advisory, publishedAt: now, modifiedAt: now });
    const [inserted] = await this.rows<Advisory>(scope, `${sql} returning *`, values);
    if (!inserted) throw new Error('The advisory was not inserted');
    return inserted;
  }

  async find(scope: StatementScope, serial: number): Promise<Advisory | undefined> {
    return this.row<Advisory>(scope, 'select * from advisories where serial = $1', [serial]);
  }

  async update(scope: TransactionScope, serial: number, change: Partial<Advisory>): Promise<Advisory> {
    const now = this.clock.now();
    await this.manager(scope).update(Advisory, { serial }, { ...change, modifiedAt: now });
    const changed = await this.find(scope, serial);
    if (!changed) throw new Error('The advisory is gone');
    return changed;
  }

  /** All of a node, newest first; letter case of its id does not matter. */
  async listOfNode(scope: StatementScope, nodeId: string): Promise<Advisory[]> {
    return this.rows<Advisory>(
      scope,
      `select a.* from nodes n join advisories a on a.node_id = n.id
        where n.id_key = $1 order by a.serial desc`,
      [nodeId.toLowerCase()],
    );
  }

  /** Newest first. */
  async list(scope: StatementScope, { severity, beforeSerial, limit }: AdvisoryFilter): Promise<Advisory[]> {
    const conditions = new Conditions();
    if (severity !== undefined) conditions.add(`severity = ${conditions.given(severity)}`);
    if (beforeSerial !== undefined) conditions.add(`serial < ${conditions.given(beforeSerial)}`);
    return this.rows<Advisory>(
      scope,
      `select * from advisories where ${conditions.text} order by serial desc limit ${conditions.given(limit)}`,
      conditions.parameters,
    );
  }

  /** Oldest first. */
  async listAfter(scope: StatementScope, serial: number, limit: number): Promise<Advisory[]> {
    return this.rows<Advisory>(scope, 'select * from advisories where serial > $1 order by serial limit $2', [
      serial,
      limit,
    ]);
  }

  /** A text that every change of an advisory changes. */
  async state(scope: StatementScope): Promise<string> {
    const row = await this.row<{ state: string }>(
      scope,
      `select count(*) || '-' || coalesce(sum(extract(epoch from modified_at)), 0) as state from advisories`,
    );
    return row?.state ?? '';
  }

  /** The advisories that affect the versions and are not withdrawn, newest first. */
  async listAffected(
    scope: StatementScope,
    versions: readonly Pick<NodeVersion, 'id' | 'nodeId' | 'version' | 'sortKey'>[],
  ): Promise<AffectedVersion[]> {
    return this.rows<AffectedVersion>(
      scope,
      `select v.id as version_id, a.serial, a.published_at, a.severity, a.summary, a.fixed
         from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as v(id, node_id, version, sort_key)
         join advisories a on a.node_id = v.node_id and a.withdrawn_at is null
        where v.version = any(a.versions)
           or (v.sort_key >= a.range_start collate "C"
               and (a.range_end is null or v.sort_key < a.range_end collate "C"))
        order by a.serial desc`,
      columnValues(versions, 'id', 'nodeId', 'version', 'sortKey'),
    );
  }
}
