/** What an engine needs beside JavaScript. These are optional dependencies: a gateway with vendors only does without them. */
const NEEDED = { image: ['sharp'], video: ['node-av', 'sharp'] } as const;

/** The packages that an engine needs and that are not installed. */
export function missingPackages(engine: keyof typeof NEEDED): string[] {
  return NEEDED[engine].filter((name) => !isInstalled(name));
}

function isInstalled(name: string): boolean {
  try {
    return import.meta.resolve(name) !== '';
  } catch {
    return false;
  }
}
