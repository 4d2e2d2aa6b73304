import { queryOptions } from '@tanstack/react-query';

/** Where the service says that it is: requests name its samples by this address, whatever the page's own one is. */
export const addressOptions = queryOptions({
  queryKey: ['address'],
  staleTime: Infinity,
  queryFn: async ({ signal }): Promise<string> => {
    const reply = await fetch('/', { headers: { Accept: 'application/json' }, signal });
    const { documentation } = (await reply.json()) as { documentation: string };
    return documentation.replace(/\/docs$/, '');
  },
});

/** The link by which a request names a sample. */
export function sampleUrl(address: string, name: string): string {
  return `${address}/samples/${name}`;
}
