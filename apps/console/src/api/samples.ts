import { queryOptions } from '@tanstack/react-query';

/** The service's own address: requests name its samples by it, whatever the page's address is. */
export const addressOptions = queryOptions({
  queryKey: ['address'],
  staleTime: Infinity,
  queryFn: async ({ signal }): Promise<string> => {
    const reply = await fetch('/', { headers: { Accept: 'application/json' }, signal });
    const { documentation } = (await reply.json()) as { documentation: string };
    return documentation.replace(/\/docs$/, '');
  },
});

export function sampleUrl(address: string, name: string): string {
  return `${address}/samples/${name}`;
}
