import { Injectable } from '@nestjs/common';
import {
  columnValues,
  Repository,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import type { MaliciousList, MaliciousPackage } from './judging.entity.js';

const PART = 10_000;
const MATCHES_MAX = 1_000;

@Injectable()
export class MaliciousPackagesRepository extends Repository {
  async findList(scope: StatementScope): Promise<MaliciousList | undefined> {
    return this.row(scope, 'select * from malicious_lists limit 1');
  }

  /** All packages, each as `name` or `name==version`. */
  async listAll(scope: StatementScope): Promise<string[]> {
    const rows = await this.rows<{ text: string }>(
      scope,
      `select case version when '' then name else name || '==' || version end as text from malicious_packages`,
    );
    return rows.map(({ text }) => text);
  }

  /** What is known of a package: its versions, or one empty version for all. */
  async listVersions(scope: StatementScope, name: string): Promise<MaliciousPackage[]> {
    return this.rows(scope, 'select * from malicious_packages where name = $1 order by version limit $2', [
      name,
      MATCHES_MAX,
    ]);
  }

  /** Puts a list in place of the one before. Others that do so wait. */
  async replace(
    scope: TransactionScope,
    list: Omit<MaliciousList, 'loadedAt'>,
    packages: readonly MaliciousPackage[],
  ): Promise<void> {
    await this.rows(scope, 'lock table malicious_lists in share row exclusive mode');
    await this.rows(scope, 'delete from malicious_lists');
    await this.rows(scope, 'delete from malicious_packages');
    await this.rows(
      scope,
      `insert into malicious_lists (id, sha256, records, packages, loaded_by, loaded_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [list.id, list.sha256, list.records, list.packages, list.loadedBy, this.clock.now()],
    );
    for (let at = 0; at < packages.length; at += PART)
      await this.rows(
        scope,
        'insert into malicious_packages (name, version) select * from unnest($1::text[], $2::text[])',
        columnValues(packages.slice(at, at + PART), 'name', 'version'),
      );
  }
}
