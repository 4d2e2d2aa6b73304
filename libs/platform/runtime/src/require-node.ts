/** The oldest Node that has every built-in module in use; `engines` of package.json says the same. */
const OLDEST_MAJOR = 24;

/** Ends the process with a line for the operator on a Node that is too old. Call it before anything else is loaded. */
export function requireNode(): void {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) >= OLDEST_MAJOR) return;
  process.stderr.write(
    `Atelier runs on Node ${OLDEST_MAJOR} or newer, and this is Node ${node}. ` +
      `Start it with "npm start", which brings the right one, or install Node ${OLDEST_MAJOR} from https://nodejs.org.\n`,
  );
  process.exit(1);
}
