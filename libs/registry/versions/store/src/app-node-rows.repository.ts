import { Injectable } from '@nestjs/common';
import {
  columnsJson,
  columnValues,
  Repository,
  type StatementScope,
  type TransactionScope,
} from '#libs/platform/database';
import type { AppNode } from './app-node.entity.js';

export type NewAppNode = Omit<AppNode, 'nodeVersionId'>;

@Injectable()
export class AppNodeRowsRepository extends Repository {
  /** Replaces the app nodes of versions by ones of which only the names are known. */
  async replaceNames(
    scope: TransactionScope,
    versions: readonly { id: string; appNodeNames: readonly string[] }[],
  ): Promise<void> {
    const named = versions.flatMap(({ id, appNodeNames }) => appNodeNames.map((name) => ({ id, name })));
    await this.rows(scope, 'delete from app_nodes where node_version_id = any($1)', [
      versions.map(({ id }) => id),
    ]);
    await this.rows(
      scope,
      'insert into app_nodes (node_version_id, name) select * from unnest($1::uuid[], $2::text[])',
      columnValues(named, 'id', 'name'),
    );
  }

  /** The app nodes of a version, by name. */
  async listOf(scope: StatementScope, versionId: string): Promise<AppNode[]> {
    return this.rows(scope, 'select * from app_nodes where node_version_id = $1 order by name', [versionId]);
  }

  async namesOf(scope: TransactionScope, versionIds: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await this.rows<{ id: string; names: string[] }>(
      scope,
      `select node_version_id as id, array_agg(name) as names
         from app_nodes where node_version_id = any($1) group by 1`,
      [versionIds],
    );
    return new Map(rows.map(({ id, names }) => [id, names]));
  }

  async replace(scope: TransactionScope, versionId: string, appNodes: readonly NewAppNode[]): Promise<void> {
    await this.rows(scope, 'delete from app_nodes where node_version_id = $1', [versionId]);
    await this.rows(
      scope,
      `insert into app_nodes (node_version_id, name, display_name, category, description, docstring, function,
                                input_types, return_types, return_names, output_is_list, deprecated, experimental, policy)
       select $1, r.name, r.display_name, r.category, r.description, r.docstring, r.function, r.input_types, r.return_types,
              r.return_names, r.output_is_list, r.deprecated, r.experimental, r.policy
         from jsonb_to_recordset($2) as r(name text, display_name text, category text, description text,
              docstring text, function text, input_types text, return_types text, return_names text, output_is_list boolean[],
              deprecated boolean, experimental boolean, policy text)`,
      [versionId, columnsJson(appNodes)],
    );
  }
}
