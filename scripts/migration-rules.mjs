// Finds statements of a migration that would stop programs of the version before, or hold a lock for long. The rules are those of
// squawk (https://squawkhq.com/docs/rules) that matter here, over PostgreSQL's grammar.
import { loadModule, parseSync } from 'libpg-query';

/** Changes with which older programs cannot run; the migration also says in `needs` which programs may continue. */
const BREAKING = new Set(['rename', 'drop', 'type-change', 'required-column', 'not-null', 'nullable']);

const ADVICE = {
  rename: 'add the new name beside the old one, and drop that a release later',
  drop: 'stop using it in one release, drop it in the next',
  'type-change': 'add a column of the new type, fill it, and drop the old one a release later',
  'required-column': 'let the column be null or give it a default, as programs of before leave it out',
  'not-null': 'add `check (… is not null) not valid`, and validate it in a later migration',
  nullable: 'programs of before do not expect null there',
  rewrite: 'the whole table is written anew under a lock: add a plain column and fill it in parts',
  'validated-constraint': 'add it `not valid`, and `validate constraint` in a migration after this one',
  'unique-constraint': 'make a unique index concurrently, then add the constraint `using index`',
  'index-lock': 'say `concurrently`, in a migration with `transaction = false`',
  'in-transaction': 'it cannot run in a transaction: set `transaction = false`',
  'half-done':
    'outside a transaction each step must bear a second run: say `drop index concurrently if exists` before it',
  'table-change':
    'rows are changed while locks are held: do it in parts in a job, or with `transaction = false`',
  'table-lock': 'it locks a whole table',
  'hidden-statements': 'a block hides what it does: write the statements themselves',
};

const ALTERED_TABLE_RULES = {
  AT_DropColumn: 'drop',
  AT_AlterColumnType: 'type-change',
  AT_SetNotNull: 'not-null',
  AT_DropNotNull: 'nullable',
  AT_AddIdentity: 'rewrite',
  AT_SetExpression: 'rewrite',
  AT_SetLogged: 'rewrite',
  AT_SetUnLogged: 'rewrite',
  AT_SetTableSpace: 'rewrite',
  AT_SetAccessMethod: 'rewrite',
  AT_AttachPartition: 'table-lock',
  AT_DetachPartition: 'table-lock',
};
/** Functions in the default of an added column with the same value for all rows, so that no row is rewritten. */
const STABLE_FUNCTIONS = new Set(['now', 'transaction_timestamp', 'statement_timestamp']);
/** Checks and foreign keys may go at once: no statement names them, as it does a key in `on conflict`. */
const LOOSE_CONSTRAINT = /^(ck|fk)_/;
const MADE_AT_ONCE = ['CreateStmt', 'CreateTableAsStmt'];
const LOCKING = new Set(['LockStmt', 'ClusterStmt', 'TruncateStmt', 'ReindexStmt', 'RefreshMatViewStmt']);

await loadModule();

/**
 * The problems of a migration, one sentence each.
 * @param migration An instance of its class; its `up` is run with a runner that records.
 */
export async function findMigrationProblems(migration) {
  const found = findSteps(await recorded(migration), migration.transaction !== false);
  const exceptions = migration.exceptions ?? {};
  const rules = new Set(found.map(({ rule }) => rule));
  const problems = found
    .filter(({ rule }) => !exceptions[rule]?.trim())
    .map(({ rule, sql }) => `${rule}: ${sql}\n      ${ADVICE[rule]}`);
  for (const rule of Object.keys(exceptions))
    if (!rules.has(rule)) problems.push(`the exception "${rule}" is for nothing that the migration does`);
  const breaking = [...rules].find((rule) => BREAKING.has(rule) && exceptions[rule]);
  if (breaking && migration.needs === undefined)
    problems.push(
      `"${breaking}" stops programs of before: say in \`needs\` what they must know, or '0' if none stops`,
    );
  return problems;
}

async function recorded(migration) {
  const texts = [];
  const query = (text) => {
    texts.push(text);
    return Promise.resolve([]);
  };
  const only = (_, name) => {
    if (name === 'query') return query;
    throw new Error(`A migration is SQL: it may call query alone, not ${String(name)}`);
  };
  await migration.up(new Proxy({}, { get: only }));
  return texts;
}

function findSteps(texts, isInTransaction) {
  const state = { isInTransaction, made: new Set(), dropped: new Set(), added: new Set() };
  const found = [];
  for (const text of texts)
    for (const { stmt } of parseSync(text).stmts) {
      const [[kind, node]] = Object.entries(stmt);
      const rules = new Set(rulesOf(kind, node, state));
      for (const rule of rules) found.push({ rule, sql: text.trim().replace(/\s+/g, ' ').slice(0, 160) });
    }
  return found;
}

function rulesOf(kind, node, state) {
  if (MADE_AT_ONCE.includes(kind)) return ofNewTable(node, state);
  if (kind === 'IndexStmt') return ofIndex(node, state);
  if (kind === 'DropStmt') return ofDrop(node, state);
  if (kind === 'AlterTableStmt') return ofAlteredTable(node, state);
  if (kind === 'RenameStmt' || kind === 'AlterObjectSchemaStmt')
    return isMade(node.relation, state) ? [] : ['rename'];
  if (kind === 'AlterEnumStmt') return node.oldVal ? ['rename'] : [];
  if (kind === 'DoStmt') return ['hidden-statements'];
  if (LOCKING.has(kind)) return node.concurrent ? [] : ['table-lock'];
  if (kind === 'VacuumStmt') return ['in-transaction'];
  return ofRows(kind, node, state);
}

/** A table made here is empty and unknown to programs: changes of it are harmless. */
function ofNewTable({ relation, into, query }, state) {
  state.made.add((relation ?? into.rel).relname);
  return query && state.isInTransaction && readsOldTable(query, state) ? ['table-change'] : [];
}

function ofIndex({ relation, concurrent, idxname }, state) {
  if (isMade(relation, state)) return [];
  if (!concurrent) return ['index-lock'];
  if (state.isInTransaction) return ['in-transaction'];
  return state.dropped.has(idxname) ? [] : ['half-done'];
}

function ofDrop({ removeType, objects, concurrent }, state) {
  const names = objects.map(
    ({ List, ObjectWithArgs }) => (List ?? { items: ObjectWithArgs?.objname ?? [] }).items,
  );
  const last = names.map((parts) => parts.at(-1)?.String?.sval);
  if (removeType === 'OBJECT_INDEX') {
    for (const name of last) state.dropped.add(name);
    if (!concurrent) return ['index-lock'];
    return state.isInTransaction ? ['in-transaction'] : [];
  }
  return last.every((name) => state.made.has(name)) ? [] : ['drop'];
}

function ofAlteredTable({ relation, cmds, objtype }, state) {
  if (isMade(relation, state) || objtype === 'OBJECT_INDEX' || objtype === 'OBJECT_SEQUENCE') return [];
  return cmds.flatMap(({ AlterTableCmd: { subtype, name, def } }) => {
    if (subtype === 'AT_AddColumn') return ofColumn(def.ColumnDef);
    if (subtype === 'AT_AddConstraint') return ofConstraint(def.Constraint, state);
    if (subtype === 'AT_ValidateConstraint') return state.added.has(name) ? ['validated-constraint'] : [];
    if (subtype === 'AT_DropConstraint') return LOOSE_CONSTRAINT.test(name) ? [] : ['drop'];
    return ALTERED_TABLE_RULES[subtype] ?? [];
  });
}

function ofColumn({ constraints = [], typeName }) {
  const all = constraints.map(({ Constraint }) => Constraint);
  const given = all.find(({ contype }) => contype === 'CONSTR_DEFAULT');
  const type = typeName.names.at(-1).String.sval;
  return [
    ...(/serial/.test(type) || (given && isVolatile(given.raw_expr)) ? ['rewrite'] : []),
    ...all.flatMap(({ contype }) => {
      if (contype === 'CONSTR_NOTNULL') return given ? [] : ['required-column'];
      if (contype === 'CONSTR_GENERATED' || contype === 'CONSTR_IDENTITY') return ['rewrite'];
      if (contype === 'CONSTR_CHECK') return ['validated-constraint'];
      // Of a column without a default all values are null, which PostgreSQL does not look up.
      if (contype === 'CONSTR_FOREIGN') return given ? ['validated-constraint'] : [];
      return contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY' ? ['unique-constraint'] : [];
    }),
  ];
}

function isVolatile(expression) {
  return some(expression, (kind, { funcname }) => {
    if (kind !== 'FuncCall') return false;
    return !STABLE_FUNCTIONS.has(funcname.at(-1).String.sval);
  });
}

/** A constraint that is validated in the transaction that adds it is validated under that lock. */
function ofConstraint({ contype, conname, skip_validation, indexname }, state) {
  if (state.isInTransaction) state.added.add(conname);
  if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN' || contype === 'CONSTR_NOTNULL')
    return skip_validation ? [] : ['validated-constraint'];
  return indexname ? [] : ['unique-constraint'];
}

function ofRows(kind, node, state) {
  if (!state.isInTransaction) return [];
  if (['UpdateStmt', 'DeleteStmt', 'MergeStmt'].includes(kind))
    return isMade(node.relation, state) && !readsOldTable(node, state) ? [] : ['table-change'];
  const isCopy = kind === 'InsertStmt' || kind === 'SelectStmt';
  return isCopy && (changesRows(node) || (kind === 'InsertStmt' && readsOldTable(node.selectStmt, state)))
    ? ['table-change']
    : [];
}

/** Within a `with`. */
function changesRows(node) {
  return some(node, (kind) => kind === 'UpdateStmt' || kind === 'DeleteStmt');
}

function readsOldTable(node, state) {
  return some(node, (kind, range) => kind === 'RangeVar' && !isMade(range, state));
}

function some(node, test) {
  if (node === null || typeof node !== 'object') return false;
  return Object.entries(node).some(
    ([key, value]) => (value !== null && typeof value === 'object' && test(key, value)) || some(value, test),
  );
}

function isMade(relation, state) {
  return relation !== undefined && state.made.has(relation.relname);
}
