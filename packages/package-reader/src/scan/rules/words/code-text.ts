/** Code with its comments and texts blanked, at the same places; `#` or `//` begins a comment. */
export function withoutTexts(code: string, isPython: boolean): string {
  const pattern = isPython
    ? /#[^\n]*|'''[^]*?'''|"""[^]*?"""|'(?:[^'\\\n]|\\[^])*'|"(?:[^"\\\n]|\\[^])*"/g
    : /\/\/[^\n]*|\/\*[^]*?\*\/|`(?:[^`\\]|\\[^])*`|'(?:[^'\\\n]|\\[^])*'|"(?:[^"\\\n]|\\[^])*"/g;
  return code.replace(pattern, (part) => part.replace(/[^\n]/g, ' '));
}
