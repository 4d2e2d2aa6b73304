import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, '../../libs/media/work/src/samples/files');

/** The path of a sample that the service offers, such as `clip.mp4`. */
export function sampleFile(name: string): string {
  return path.join(FOLDER, name);
}
