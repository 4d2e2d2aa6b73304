/** A link of this service as a path on the page's own origin, which the content security policy allows; others unchanged. */
export function ownPath(url: string): string {
  const { pathname, search } = new URL(url, window.location.origin);
  return /^\/(?:assets|samples|uploads|node-versions)\//.test(pathname) ? pathname + search : url;
}
