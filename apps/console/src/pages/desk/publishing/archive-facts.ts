import { unzipSync } from 'fflate';
import { parse } from 'smol-toml';
import * as v from 'valibot';

/** Larger files are no project files. */
const PROJECT_FILE_MAX_BYTES = 256 * 1024;

const projectFile = v.object({
  project: v.object({
    name: v.optional(v.string()),
    version: v.optional(v.string()),
    dependencies: v.optional(v.array(v.string())),
  }),
});

export type ArchiveFacts = { name?: string; version?: string; dependencies?: string[] };

/** Whether the file starts with the signature of a zip archive, empty or not. */
export function beginsLikeZip([first, second, third, fourth]: Uint8Array): boolean {
  const isHead = (third === 3 && fourth === 4) || (third === 5 && fourth === 6);
  return first === 0x50 && second === 0x4b && isHead;
}

/** Reads the outermost pyproject.toml of a zip; undefined when there is no readable one. */
export function readArchiveFacts(zip: Uint8Array): ArchiveFacts | undefined {
  try {
    const found = unzipSync(zip, {
      filter: ({ name, originalSize }) =>
        /^(?:[^/]+\/)?pyproject\.toml$/.test(name) && originalSize <= PROJECT_FILE_MAX_BYTES,
    });
    const [outermost] = Object.entries(found).sort(([one], [other]) => one.length - other.length);
    if (!outermost) return undefined;
    const read = v.safeParse(projectFile, parse(new TextDecoder().decode(outermost[1])));
    return read.success ? read.output.project : undefined;
  } catch {
    // The service reports what is wrong with the archive; this only saves typing.
    return undefined;
  }
}
