import type { Tree, TreeCursor } from 'web-tree-sitter';

/** A part of a file of code. Only what has a name in the grammar is kept, and operators. */
export type Syntax = {
  readonly type: string;
  /** Places in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly parts: Syntax[];
  /** The first part of each field. */
  readonly fields: Map<string, Syntax>;
};

/** More than any file that people write; a larger one is read as far as that. */
const PARTS_MAX = 400_000;

/** Copies a tree out of the parser's memory, in which each step of a walk is slow. */
export function syntaxOf(tree: Tree): Syntax {
  const cursor = tree.walk();
  try {
    return copy(cursor);
  } finally {
    cursor.delete();
  }
}

function copy(cursor: TreeCursor): Syntax {
  const root = part(cursor);
  const above: Syntax[] = [];
  let current = root;
  for (let count = 0; count < PARTS_MAX; count += 1) {
    if (cursor.gotoFirstChild()) above.push(current);
    else {
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return root;
        above.pop();
      }
    }
    const parent = above.at(-1);
    if (!parent) return root;
    current = part(cursor);
    const field = cursor.currentFieldName;
    if (cursor.nodeIsNamed && current.type !== 'comment') parent.parts.push(current);
    else if (field !== 'operator') continue;
    if (field !== null && !parent.fields.has(field)) parent.fields.set(field, current);
  }
  return root;
}

const NO_FIELDS = new Map<string, Syntax>();

function part(cursor: TreeCursor): Syntax {
  const fields = cursor.nodeIsNamed ? new Map<string, Syntax>() : NO_FIELDS;
  return { type: cursor.nodeType, start: cursor.startIndex, end: cursor.endIndex, parts: [], fields };
}
