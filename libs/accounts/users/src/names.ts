/** The ids among these, each once. */
export function knownIds(ids: Iterable<string | null | undefined>): string[] {
  return [...new Set(ids)].filter((id) => typeof id === 'string');
}

export function namesById(things: readonly { id: string; name: string }[]): Map<string, string> {
  return new Map(things.map(({ id, name }) => [id, name]));
}
