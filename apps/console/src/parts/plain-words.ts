/** A name of the API as English words: `has_sound` and `hasSound` read `Has sound`. The build reads it, too. */
export function plainWords(name: string): string {
  const words = name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return capitalised(words.replaceAll('_', ' '));
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `NodeVersionStatusActive` reads `Active`. */
export function plainStatus(status: string): string {
  return status.replace(/^(?:NodeVersion|Node|Publisher)Status|^AppNodePolicy/, '');
}
