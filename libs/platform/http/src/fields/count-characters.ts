/** From here on it pays to ask first whether the text is all ASCII. */
const LONG_CHARS = 65_536;

/** Characters as people count them: Unicode code points. */
export function countCharacters(text: string): number {
  if (text.length > LONG_CHARS && Buffer.byteLength(text) === text.length) return text.length;
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) {
    if (isLowHalf(text.charCodeAt(index)) && isHighHalf(text.charCodeAt(index - 1))) count -= 1;
  }
  return count;
}

function isHighHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
