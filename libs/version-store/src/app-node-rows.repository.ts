import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Repository, type TransactionScope } from '#libs/platform/database';
import type { AppNode } from './app-node.entity.js';

/** An app node that a version is found to bring. */
export type NewAppNode = Omit<AppNode, 'nodeVersionId'>;

/** Statements that write the table `app_nodes`. */
@Injectable()
export class AppNodeRowsRepository extends Repository {
  constructor(dataSource: DataSource) {
    super(dataSource);
  }

  /** Replaces the app nodes of a version. */
  async replace(scope: TransactionScope, versionId: string, appNodes: readonly NewAppNode[]): Promise<void> {
    await this.rows('delete from "app_nodes" where "nodeVersionId" = $1', [versionId], scope);
    await this.rows(
      `insert into "app_nodes" ("nodeVersionId", "name", "displayName", "category", "description", "function",
                                "inputTypes", "returnTypes", "returnNames", "outputIsList", "deprecated", "experimental", "policy")
       select $1, r."name", r."displayName", r."category", r."description", r."function", r."inputTypes", r."returnTypes",
              r."returnNames", r."outputIsList", r."deprecated", r."experimental", r."policy"
         from jsonb_to_recordset($2) as r("name" text, "displayName" text, "category" text, "description" text,
              "function" text, "inputTypes" text, "returnTypes" text, "returnNames" text, "outputIsList" boolean[],
              "deprecated" boolean, "experimental" boolean, "policy" text)`,
      [versionId, JSON.stringify(appNodes)],
      scope,
    );
  }
}
