const CONSOLE = '/console';

/**
 * Where in the console a person returns to: the requested path if it belongs to the console, else the start page.
 * Never another site, whatever a link says.
 */
export function ownPath(wanted: string | undefined): string {
  const base = 'http://own.invalid';
  if (!wanted?.startsWith(CONSOLE) || !URL.canParse(wanted, base)) return CONSOLE;
  const url = new URL(wanted, base);
  const isOwn = url.origin === base && (url.pathname === CONSOLE || url.pathname.startsWith(`${CONSOLE}/`));
  return isOwn ? url.pathname + url.search + url.hash : CONSOLE;
}
