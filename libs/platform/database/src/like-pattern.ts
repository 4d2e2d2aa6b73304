/** The pattern of `ilike` for texts that contain `part`; null, which restricts nothing, when there is none. */
export function containing(part: string | undefined): string | null {
  return part ? `%${literally(part)}%` : null;
}

/** The pattern of `like` for texts that begin with `part`. */
export function beginningWith(part: string): string {
  return `${literally(part)}%`;
}

function literally(part: string): string {
  return part.replaceAll(/[\\%_]/g, '\\$&');
}
