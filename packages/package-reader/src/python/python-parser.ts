import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { Language, type Node, Parser, type Tree } from 'web-tree-sitter';

/** A parser and its trees, which live outside the collected heap and are freed by `close`. */
export class PythonParser {
  private trees: Tree[] = [];

  private constructor(private readonly parser: Parser) {}

  /** Loads the grammar. The parser belongs to one extraction. */
  static async open(language: 'python' | 'javascript' = 'python'): Promise<PythonParser> {
    await Parser.init();
    const path = `@vscode/tree-sitter-wasm/wasm/tree-sitter-${language}.wasm`;
    const grammar = await readFile(createRequire(import.meta.url).resolve(path));
    const parser = new Parser();
    parser.setLanguage(await Language.load(grammar));
    return new PythonParser(parser);
  }

  /** A syntax tree that stays valid until `close`; undefined when the deadline passes first. */
  parse(source: string, deadline: number): Tree | undefined {
    const tree = this.parser.parse(source, null, { progressCallback: () => Date.now() > deadline });
    if (tree === null) {
      this.parser.reset();
      return undefined;
    }
    this.trees.push(tree);
    return tree;
  }

  /** Frees the trees that were made so far. */
  freeTrees(): void {
    for (const tree of this.trees) tree.delete();
    this.trees = [];
  }

  close(): void {
    this.freeTrees();
    this.parser.delete();
  }
}

/** Where a tree's first syntax error is, for a message; undefined when there is none. */
export function syntaxErrorPlace(root: Node, text: string): string | undefined {
  if (root.hasError) return errorPlace(root);
  const line = pythonTwoLine(root, text);
  return line === undefined ? undefined : ` near line ${line}`;
}

function errorPlace(root: Node): string {
  let node = root;
  for (let level = 0; level < 200; level += 1) {
    const next = node.children.find((child) => child.hasError || child.isError || child.isMissing);
    if (next === undefined) break;
    node = next;
  }
  return ` near line ${node.startPosition.row + 1}`;
}

/** The line of a Python 2 `print`, which the grammar accepts and Python 3 refuses; undefined when there is none. */
function pythonTwoLine(root: Node, text: string): number | undefined {
  if (!/^[ \t]*print[ \t]+["'\w]/m.test(text)) return undefined;
  const statement = root
    .descendantsOfType('print_statement')
    .find((node) => node !== null && /^print\s+["'\w]/.test(node.text));
  return statement === undefined || statement === null ? undefined : statement.startPosition.row + 1;
}
