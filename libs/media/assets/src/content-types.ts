/** Extensions of the files that we make or accept, by content type. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/avif': '.avif',
  'image/tiff': '.tiff',
  'video/mp4': '.mp4',
  'video/webm': '.webm',
  'video/quicktime': '.mov',
  'video/x-matroska': '.mkv',
  'audio/mpeg': '.mp3',
  'audio/mp4': '.m4a',
  'audio/aac': '.aac',
  'audio/wav': '.wav',
  'audio/ogg': '.ogg',
  'audio/flac': '.flac',
  'application/x-ndjson': '.ndjson',
};

/** The extension for a content type, with its dot; `.bin` for an unknown one. */
export function extensionFor(contentType: string): string {
  return EXTENSIONS[contentType] ?? '.bin';
}
