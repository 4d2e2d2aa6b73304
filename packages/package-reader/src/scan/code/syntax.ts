import type { Tree, TreeCursor } from 'web-tree-sitter';

/** A part of a file of code. Only what has a name in the grammar is kept, and operators. */
export type Syntax = {
  readonly type: string;
  /** Places in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Its name in the grammar's rule for what it is a part of. */
  readonly field: string | null;
  readonly parts: Syntax[];
};

/** The first part with a name. */
export function partOf(node: Syntax | undefined, field: string): Syntax | undefined {
  return node?.parts.find((part) => part.field === field);
}

/** More than any file that people write. */
const PARTS_MAX = 1_000_000;

/** Copies a tree out of the parser's memory, in which each step of a walk is slow; undefined for one that is too large. */
export function syntaxOf(tree: Tree): Syntax | undefined {
  const cursor = tree.walk();
  try {
    return copy(cursor);
  } finally {
    cursor.delete();
  }
}

function copy(cursor: TreeCursor): Syntax | undefined {
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
    if (cursor.nodeIsNamed ? current.type !== 'comment' : current.field === 'operator')
      parent.parts.push(current);
  }
  return undefined;
}

function part(cursor: TreeCursor): Syntax {
  return {
    type: cursor.nodeType,
    start: cursor.startIndex,
    end: cursor.endIndex,
    field: cursor.currentFieldName,
    parts: [],
  };
}
