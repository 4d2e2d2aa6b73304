/** The oldest Node with every built-in module in use; `engines` of package.json says the same. */
const OLDEST_MAJOR = 24;

/** Exits with a line for the operator if Node is too old. Call it before anything else is loaded. */
export function requireNode(): void {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) >= OLDEST_MAJOR) return;
  process.stderr.write(
    `Atelier runs on Node ${OLDEST_MAJOR} or newer, and this is Node ${node}. ` +
      `Start it with "npm start", which installs the right one, or install Node ${OLDEST_MAJOR} from https://nodejs.org.\n`,
  );
  process.exit(1);
}
