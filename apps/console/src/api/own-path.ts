/** A link of this service as a path of the page's own origin, which the policy of the page admits; others as they are. */
export function ownPath(url: string): string {
  const { pathname, search } = new URL(url, window.location.origin);
  return /^\/(?:assets|samples|uploads|node-versions)\//.test(pathname) ? pathname + search : url;
}
