import type { MigrationInterface, QueryRunner } from 'typeorm';

const EMPTY_TEXTS = { inputTypes: '{}', returnTypes: '[]', returnNames: '[]' };

/** What describes the inputs and outputs of app nodes is JSON text everywhere, and complete as in the host. */
export class AppNodeJson1763810400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [column, text] of Object.entries(EMPTY_TEXTS)) {
      await runner.query(`alter table "app_nodes" alter column "${column}" set default '${text}'`);
    }
    await runner.query(`
      update "app_nodes" set
        "inputTypes" = case "inputTypes" when '' then '{}' else "inputTypes" end,
        "returnTypes" = case "returnTypes" when '' then '[]' else "returnTypes" end,
        "returnNames" = case when "returnNames" <> '' then "returnNames" when "returnTypes" <> '' then "returnTypes" else '[]' end,
        "outputIsList" = case when "outputIsList" = '{}' and "returnTypes" like '[%'
          then array_fill(false, array[json_array_length("returnTypes"::json)]) else "outputIsList" end
      where "inputTypes" = '' or "returnTypes" = '' or "returnNames" = '' or "outputIsList" = '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of Object.keys(EMPTY_TEXTS)) {
      await runner.query(`alter table "app_nodes" alter column "${column}" set default ''`);
    }
  }
}
