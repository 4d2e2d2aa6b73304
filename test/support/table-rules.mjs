// Which tables a statement reads, writes or locks, and whether the module that sends it may: module-graph.cjs says so.
import { loadModule, parseSync } from 'libpg-query';

/** Statements without a table: of a session or a transaction. */
const WITHOUT_TABLES = new Set([
  'TransactionStmt',
  'VariableSetStmt',
  'ListenStmt',
  'UnlistenStmt',
  'NotifyStmt',
]);
const TARGETS = { InsertStmt: 1, UpdateStmt: 1, DeleteStmt: 1, MergeStmt: 1, CopyStmt: 1 };
const TARGET_LISTS = { TruncateStmt: 1, LockStmt: 1 };

/** These need the connection itself: it listens, and holds the lock that shows that the process lives. */
const OUTSIDE_REPOSITORIES = ['libs/platform/database/src/database-notifications.ts'];
/** Code that works on all tables: it creates, copies and restores them. */
const OF_ALL_TABLES = [
  /^libs\/platform\/backup\//,
  /^libs\/platform\/database\/src\/(baseline\/|migrations\/|migrate\.ts$|schema\/[^.]+\.ts$|embedded\/)/,
];
/** A test may be run by a worker in which an earlier one has begun to record. */
const TEST = /\.spec\.ts$/;
/** Of PostgreSQL itself. */
const SYSTEM = /^(pg_|information_schema\.)/;

await loadModule();

/**
 * What the graph forbids of the statements that were recorded, each as a sentence.
 * @param statements `{ file, sql }`, or `{ file, reads }` and `{ file, writes }` with the table of an entity.
 * @param graph The exports of module-graph.cjs.
 */
export function findProblems(statements, { modules, platform }) {
  const owners = ownersOf({ ...modules, ...platform });
  const problems = new Set();
  for (const { file, sql, reads, writes } of statements) {
    if (TEST.test(file) || OF_ALL_TABLES.some((pattern) => pattern.test(file))) continue;
    const accesses =
      sql === undefined ? [{ table: reads ?? writes, act: reads ? 'reads' : 'writes' }] : tablesOf(sql);
    if (!accesses) continue;
    const module = /^(?:libs\/)?(.+?)\/src\//.exec(file)[1];
    const text = sql ? `: ${sql.trim().replace(/\s+/g, ' ').slice(0, 200)}` : '';
    if (!file.endsWith('.repository.ts') && !OUTSIDE_REPOSITORIES.includes(file))
      problems.add(`${file} is no repository and says${text}`);
    for (const { table, act } of accesses) {
      const owner = owners.get(table);
      if (owner === module || SYSTEM.test(table) || (act === 'type' && !owner)) continue;
      const isDeclared = act !== 'writes' && act !== 'locks' && modules[module]?.reads?.includes(table);
      if (!isDeclared)
        problems.add(`${file} ${act === 'type' ? 'reads' : act} ${table} of ${owner ?? 'no module'}${text}`);
    }
  }
  return [...problems].sort();
}

/** The module that owns each table. @throws Error when a table has two. */
function ownersOf(modules) {
  const owners = new Map();
  for (const [module, { owns = [] }] of Object.entries(modules))
    for (const table of owns) {
      if (owners.has(table)) throw new Error(`${table} belongs to ${owners.get(table)} and ${module}`);
      owners.set(table, module);
    }
  return owners;
}

/**
 * The tables of one text of SQL.
 * @returns For each access `{ table, act }`, where act is `reads`, `writes` or `locks`; undefined for a statement that is of
 * the session or the transaction only.
 */
function tablesOf(sql) {
  const found = new Map();
  const statements = parseSync(sql).stmts.map(({ stmt }) => stmt);
  for (const statement of statements)
    walk(statement, new Set(), (table, act) => found.set(`${act} ${table}`, { table, act }));
  if (statements.some((statement) => Object.keys(statement).every((kind) => WITHOUT_TABLES.has(kind))))
    return undefined;
  return [...found.values()];
}

function walk(node, names, tell) {
  if (Array.isArray(node)) {
    for (const item of node) walk(item, names, tell);
    return;
  }
  if (node === null || typeof node !== 'object') return;
  // An index is named like a table, and belongs to one.
  if (node.objtype === 'OBJECT_INDEX') return;
  if (typeof node.relname === 'string') {
    const table = nameOf(node, names);
    if (table) tell(table, 'reads');
    return;
  }
  const inner = node.withClause ? withNames(node.withClause, names, tell) : names;
  if (node.lockingClause) for (const table of lockedTables(node, inner)) tell(table, 'locks');
  for (const [key, value] of Object.entries(node)) {
    if (key === 'withClause' || key === 'lockingClause') continue;
    if (key === 'typeName') tellRowType(value, tell);
    else if (TARGETS[key]) walkTarget(key, value, inner, tell);
    else if (TARGET_LISTS[key])
      for (const { RangeVar } of value.relations) tell(nameOf(RangeVar, inner), 'locks');
    else walk(value, inner, tell);
  }
}

function walkTarget(key, { relation, ...rest }, names, tell) {
  if (relation) tell(nameOf(relation, new Set()), key === 'CopyStmt' && !rest.is_from ? 'reads' : 'writes');
  walk(rest, names, tell);
}

/** Each name of a `with` is known to those after it, and to the statement. */
function withNames({ ctes, recursive }, outer, tell) {
  const names = new Set(outer);
  const known = ctes.map(({ CommonTableExpr }) => CommonTableExpr);
  if (recursive) for (const { ctename } of known) names.add(ctename);
  for (const { ctename, ctequery } of known) {
    walk(ctequery, names, tell);
    names.add(ctename);
  }
  return names;
}

function lockedTables({ fromClause = [], lockingClause }, names) {
  const sources = new Map();
  collectSources(fromClause, (range) =>
    sources.set(range.alias?.aliasname ?? range.relname, nameOf(range, names)),
  );
  return lockingClause
    .flatMap(({ LockingClause: { lockedRels } }) =>
      lockedRels ? lockedRels.map(({ RangeVar }) => sources.get(RangeVar.relname)) : [...sources.values()],
    )
    .filter((table) => table !== undefined);
}

function collectSources(node, tell) {
  if (Array.isArray(node)) for (const item of node) collectSources(item, tell);
  else if (node?.RangeVar) tell(node.RangeVar);
  else if (node?.JoinExpr) collectSources([node.JoinExpr.larg, node.JoinExpr.rarg], tell);
  else if (node?.RangeSubselect)
    collectSources(node.RangeSubselect.subquery.SelectStmt?.fromClause ?? [], tell);
}

/** A table's name also names the type of its rows. */
function tellRowType({ names = [] }, tell) {
  const parts = names.map(({ String: part }) => part.sval);
  if (parts.at(0) !== 'pg_catalog') tell(parts.join('.'), 'type');
}

function nameOf({ schemaname, relname }, names) {
  if (schemaname === undefined && names.has(relname)) return undefined;
  return schemaname === undefined || schemaname === 'public' ? relname : `${schemaname}.${relname}`;
}
