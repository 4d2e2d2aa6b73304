/** Code with its comments and texts blanked, at the same places; `#` or `//` begins a comment. */
export function withoutTexts(code: string, isPython: boolean): string {
  // What is not closed goes to the end of the line, or of the file: each character is read once.
  const pattern = isPython
    ? /#[^\n]*|'''[^]*?(?:'''|$)|"""[^]*?(?:"""|$)|'(?:[^'\\\n]+|\\[^])*'?|"(?:[^"\\\n]+|\\[^])*"?/g
    : /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|`(?:[^`\\]+|\\[^])*`?|'(?:[^'\\\n]+|\\[^])*'?|"(?:[^"\\\n]+|\\[^])*"?/g;
  return code.replace(pattern, (part) => part.replace(/[^\n]/g, ' '));
}
