const CONSOLE = '/console';

/**
 * Where in the console a person is led back to: the path that was asked for when it is one of the console's, else its first
 * page. Whatever else a link may say, nobody is led to another site.
 */
export function ownPath(wanted: string | undefined): string {
  const base = 'http://own.invalid';
  if (!wanted?.startsWith(CONSOLE) || !URL.canParse(wanted, base)) return CONSOLE;
  const url = new URL(wanted, base);
  const isOwn = url.origin === base && (url.pathname === CONSOLE || url.pathname.startsWith(`${CONSOLE}/`));
  return isOwn ? url.pathname + url.search + url.hash : CONSOLE;
}
