import { Injectable } from '@nestjs/common';
import { RULES } from '@atelier/package-reader/scan';
import { AuditLog } from '#libs/accounts/audit';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { cursorId, cursorPage, cursorText, type Principal } from '#libs/platform/http';
import type { ScanRule } from './judging.entity.js';
import { RuleNotFound } from './judging.errors.js';
import { JudgingRepository } from './judging.repository.js';
import { type RuleHitsResponse, RuleResponse } from './dto/rule.response.js';

/** The rules of the scan, and which of them are on trial. */
@Injectable()
export class ScanRules {
  constructor(
    private readonly repository: JudgingRepository,
    private readonly transactions: TransactionRunner,
    private readonly audit: AuditLog,
  ) {}

  /** Ids of the rules on trial. */
  async shadows(): Promise<ReadonlySet<string>> {
    const rows = await this.rows();
    return new Set(rows.filter(({ isShadow }) => isShadow).map(({ id }) => id));
  }

  /** All rules, with how often each has found something. */
  async list(): Promise<RuleResponse[]> {
    const shadows = await this.shadows();
    const figures = new Map(
      (await this.repository.countByRule(NO_TRANSACTION)).map((row) => [row.ruleId, row]),
    );
    return RULES.map((rule) => RuleResponse.from(rule, shadows.has(rule.id), figures.get(rule.id)));
  }

  /** Sets a rule on trial, or lets it count. @throws RuleNotFound */
  async setShadow(principal: Principal, id: string, isShadow: boolean): Promise<RuleResponse> {
    requireRule(id);
    const wasShadow = (await this.shadows()).has(id);
    if (wasShadow !== isShadow) {
      await this.transactions.run(async (scope) => {
        await this.repository.setShadow(scope, id, isShadow);
        await this.audit.record(scope, principal, 'scan_rule.update', id, {
          before: { is_shadow: wasShadow },
          after: { is_shadow: isShadow },
        });
      });
    }
    const [found] = (await this.list()).filter((rule) => rule.id === id);
    if (!found) throw new RuleNotFound();
    return found;
  }

  /** Versions in which a rule found something, newest first. @throws RuleNotFound; InvalidRequest for a wrong cursor. */
  async listHits(id: string, cursor: string | undefined, limit: number): Promise<RuleHitsResponse> {
    requireRule(id);
    const found = await this.repository.listHits(NO_TRANSACTION, id, cursorId(cursor), limit + 1);
    const { rows, next_cursor } = cursorPage(found, limit, ({ versionId }) => cursorText([versionId]));
    const hits = rows.map(({ versionId, nodeId, ...hit }) => ({
      version_id: versionId,
      node_id: nodeId,
      ...hit,
    }));
    return { hits, next_cursor };
  }

  private async rows(): Promise<ScanRule[]> {
    const known = await this.repository.listRules(NO_TRANSACTION);
    const ids = new Set(known.map(({ id }) => id));
    const missing = RULES.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
    if (missing.length === 0) return known;
    await this.repository.addRules(NO_TRANSACTION, missing);
    return this.repository.listRules(NO_TRANSACTION);
  }
}

function requireRule(id: string): void {
  if (!RULES.some((rule) => rule.id === id)) throw new RuleNotFound();
}
