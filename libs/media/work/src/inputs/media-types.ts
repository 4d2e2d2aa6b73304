import { ProbeError, probeVideo } from '@atelier/engines/video';

/** Names that differ from those that `file-type` gives. */
const AUDIO_TYPES: Readonly<Record<string, string>> = {
  'audio/x-m4a': 'audio/mp4',
  'video/mp4': 'audio/mp4',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-flac': 'audio/flac',
};

/** The media type of a sound file by its content, a path or the first bytes; undefined for any other. */
export async function audioTypeOf(file: string | Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer, fileTypeFromFile } = await import('file-type');
  const found = await (typeof file === 'string' ? fileTypeFromFile(file) : fileTypeFromBuffer(file));
  const [mime = ''] = found?.mime.split(';') ?? [];
  const type = AUDIO_TYPES[mime] ?? mime;
  return type.startsWith('audio/') ? type : undefined;
}

/** The media type of an MP4 or WebM video by its content; undefined for any other file. */
export async function videoTypeOf(path: string): Promise<string | undefined> {
  try {
    const { container } = await probeVideo(path);
    return container === 'mp4' || container === 'webm' ? `video/${container}` : undefined;
  } catch (error) {
    if (error instanceof ProbeError && !error.isOurs) return undefined;
    throw error;
  }
}
