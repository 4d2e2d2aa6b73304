/** The pattern of `ilike` for texts that contain `part`; null, which restricts nothing, when there is none. */
export function containing(part: string | undefined): string | null {
  return part ? `%${part.replaceAll(/[\\%_]/g, '\\$&')}%` : null;
}
