import { Injectable } from '@nestjs/common';
import {
  columnValues,
  Repository,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import { ALL_VERSIONS_HELD } from '#libs/registry/nodes';
import type { ApprovedFile, ScanRule, TellingFile } from './judging.entity.js';

/** What is known of a version before its archive is read. */
export type JudgedSubject = {
  nodeName: string;
  description: string;
  /** Why the node or its publisher is under review; null when neither is. */
  reviewReason: string | null;
  /** Whether its publisher has no active version yet. */
  isNewAccount: boolean;
  /** Whether all active versions of the node were published by others. */
  isNewPublisher: boolean;
};

/** How often a rule has found something. */
export type RuleFigures = { ruleId: string; versions: number; held: number };

@Injectable()
export class JudgingRepository extends Repository {
  async listRules(scope: StatementScope): Promise<ScanRule[]> {
    return this.rows(scope, 'select * from scan_rules order by id');
  }

  /** Adds the rules that an installation does not know yet: on trial, unless it knows none. */
  async addRules(scope: StatementScope, ids: readonly string[]): Promise<void> {
    await this.rows(
      scope,
      `insert into scan_rules (id, is_shadow, changed_at)
       select id, exists (select from scan_rules), $2 from unnest($1::text[]) as id on conflict do nothing`,
      [ids, this.clock.now()],
    );
  }

  async setShadow(scope: TransactionScope, id: string, isShadow: boolean): Promise<void> {
    await this.rows(scope, 'update scan_rules set is_shadow = $2, changed_at = $3 where id = $1', [
      id,
      isShadow,
      this.clock.now(),
    ]);
  }

  async findSubject(
    scope: StatementScope,
    version: { id: string; nodeId: string },
  ): Promise<JudgedSubject | undefined> {
    return this.row<JudgedSubject>(
      scope,
      `select n.name as node_name, n.description, coalesce(nullif(n.review_reason, $3), p.review_reason) as review_reason,
              not exists (select from node_versions v join nodes o on o.id = v.node_id
                where o.publisher_id = n.publisher_id and v.status = 'NodeVersionStatusActive') as is_new_account,
              exists (select from node_versions v where v.id = $2 and v.published_by is not null
                and v.published_by <> all (select o.published_by from node_versions o
                  where o.node_id = n.id and o.id <> $2 and o.status = 'NodeVersionStatusActive')) as is_new_publisher
         from nodes n join publishers p on p.id = n.publisher_id where n.id = $1`,
      [version.nodeId, version.id, ALL_VERSIONS_HELD],
    );
  }

  async listApproved(
    scope: StatementScope,
    nodeId: string,
  ): Promise<Pick<ApprovedFile, 'ruleId' | 'sha256'>[]> {
    return this.rows(scope, 'select rule_id, sha256 from approved_files where node_id = $1', [nodeId]);
  }

  /** Approves all that was found in a version. */
  async approve(scope: TransactionScope, nodeId: string, versionId: string, by: string): Promise<void> {
    await this.rows(
      scope,
      `insert into approved_files (node_id, rule_id, sha256, approved_by, approved_at)
       select $1, rule_id, sha256, $3, $4 from telling_files where node_version_id = $2 on conflict do nothing`,
      [nodeId, versionId, by, this.clock.now()],
    );
  }

  async replaceTelling(
    scope: TransactionScope,
    versionId: string,
    files: readonly Omit<TellingFile, 'nodeVersionId'>[],
  ): Promise<void> {
    await this.rows(scope, 'delete from telling_files where node_version_id = $1', [versionId]);
    if (files.length === 0) return;
    await this.rows(
      scope,
      `insert into telling_files (node_version_id, rule_id, sha256, path, severity)
       select $1, * from unnest($2::text[], $3::bytea[], $4::text[], $5::text[]) on conflict do nothing`,
      [versionId, ...columnValues(files, 'ruleId', 'sha256', 'path', 'severity')],
    );
  }

  /** A banned version, or one of something banned, in which one of these files was telling and was not approved. */
  async findBannedFile(
    scope: StatementScope,
    nodeId: string,
    hashes: readonly Buffer[],
  ): Promise<{ nodeId: string; version: string; path: string } | undefined> {
    if (hashes.length === 0) return undefined;
    return this.row(
      scope,
      `select v.node_id, v.version, t.path
         from telling_files t join node_versions v on v.id = t.node_version_id
         join nodes n on n.id = v.node_id join publishers p on p.id = n.publisher_id
        where t.sha256 = any($1) and t.severity in ('held', 'refused') and t.path <> ''
          and (v.status = 'NodeVersionStatusBanned' or v.deleted_banned or n.status = 'NodeStatusBanned'
            or n.ban_reason <> '' or p.status = 'PublisherStatusBanned')
          and not exists (select from approved_files a
            where a.node_id = $2 and a.rule_id = t.rule_id and a.sha256 = t.sha256)
        order by v.id limit 1`,
      [hashes, nodeId],
    );
  }

  /** For each rule, in how many versions it found something, and how many of these are held now. */
  async countByRule(scope: StatementScope): Promise<RuleFigures[]> {
    return this.rows(
      scope,
      `select t.rule_id, count(distinct t.node_version_id)::int as versions,
              count(distinct t.node_version_id) filter (
                where v.status = 'NodeVersionStatusFlagged' and v.archive_refusal is null)::int as held
         from telling_files t join node_versions v on v.id = t.node_version_id
        group by t.rule_id`,
    );
  }

  /** Versions in which a rule found something, newest first. */
  async listHits(
    scope: StatementScope,
    ruleId: string,
    before: string | undefined,
    limit: number,
  ): Promise<{ versionId: string; nodeId: string; version: string; status: string; paths: string[] }[]> {
    return this.rows(
      scope,
      `select v.id as version_id, v.node_id, v.version, v.status, array_agg(t.path order by t.path) as paths
         from telling_files t join node_versions v on v.id = t.node_version_id
        where t.rule_id = $1 and ($2::uuid is null or t.node_version_id < $2)
        group by v.id order by v.id desc limit $3`,
      [ruleId, before ?? null, limit],
    );
  }
}
