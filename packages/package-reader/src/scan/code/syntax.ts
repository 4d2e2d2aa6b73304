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

/** These have parts between their marks only. */
const LEAVES = new Set([
  'identifier',
  'integer',
  'float',
  'true',
  'false',
  'none',
  'string_start',
  'string_end',
  'comment',
]);

/** Copies a tree out of the parser's memory, in which each step of a walk is slow; undefined for one that is too large. */
export function syntaxOf(tree: Tree): Syntax | undefined {
  const cursor = tree.walk();
  try {
    return new Copy(tree, cursor).root();
  } finally {
    cursor.delete();
  }
}

class Copy {
  private readonly names: readonly (string | null)[];
  /** Whether the grammar names the types, by their number. */
  private readonly isNamed: boolean[] = [];

  constructor(
    private readonly tree: Tree,
    private readonly cursor: TreeCursor,
  ) {
    this.names = tree.language.fields;
  }

  root(): Syntax | undefined {
    const { cursor } = this;
    const root = this.part(cursor.nodeTypeId);
    const above: Syntax[] = [];
    let current: Syntax | undefined = root;
    for (let count = 0; count < PARTS_MAX; count += 1) {
      if (current && !LEAVES.has(current.type) && cursor.gotoFirstChild()) above.push(current);
      else {
        while (!cursor.gotoNextSibling()) {
          if (!cursor.gotoParent()) return root;
          above.pop();
        }
      }
      const parent = above.at(-1);
      if (!parent) return root;
      current = this.kept();
      if (current) parent.parts.push(current);
    }
    return undefined;
  }

  /** The part at the cursor, unless it is a comment or a mark that is no operator. */
  private kept(): Syntax | undefined {
    const type = this.cursor.nodeTypeId;
    const isNamed = (this.isNamed[type] ??= this.cursor.nodeIsNamed);
    if (isNamed) return this.tree.language.types[type] === 'comment' ? undefined : this.part(type);
    return this.names[this.cursor.currentFieldId] === 'operator' ? this.part(type) : undefined;
  }

  private part(type: number): Syntax {
    const { cursor } = this;
    return {
      type: this.tree.language.types[type] ?? cursor.nodeType,
      start: cursor.startIndex,
      end: cursor.endIndex,
      field: this.names[cursor.currentFieldId] ?? null,
      parts: [],
    };
  }
}
