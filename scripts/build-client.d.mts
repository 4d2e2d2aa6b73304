/** The file that a program for browsers becomes with what it imports. */
export function bundled(program: string): Promise<string>;
