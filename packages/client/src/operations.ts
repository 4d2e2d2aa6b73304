import type { Connection } from './connection.js';
import { AtelierError } from './errors.js';

/** A function of `@atelier/client/api`. */
// The functions have hundreds of types, and only their own can be given to them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Operation = (options: any) => Promise<any>;

/** The body of its replies. */
export type DataOf<F extends Operation> = Exclude<Awaited<ReturnType<F>>['data'], undefined>;

/** The entries of a list, which are its only array. */
export type EntryOf<Data> = Data extends readonly (infer Entry)[]
  ? Entry
  : { [Name in keyof Data]-?: Data[Name] extends readonly (infer Entry)[] ? Entry : never }[keyof Data];

/**
 * Calls an operation.
 * @throws AtelierError when the service refuses.
 */
export async function replyOf<F extends Operation>(
  connection: Connection,
  operation: F,
  options: object | undefined,
): Promise<Page<DataOf<F>>> {
  const { data, error, response } = await operation({ ...options, client: connection.client });
  if (response?.ok) return { data, response };
  throw response ? AtelierError.of(response, error) : error;
}

type Query = Record<string, unknown>;
export type Page<Data> = { data: Data; response: Response };

/** The first page may have a number; the others are asked for by cursor. */
export async function* pagesOf<Data>(
  read: (query: Query) => Promise<Page<Data>>,
  options: { query?: Query } | undefined,
): AsyncGenerator<EntryOf<Data>, void> {
  for (let query = { ...options?.query }; ;) {
    const { data, response } = await read(query);
    const all = Array.isArray(data) ? data : Object.values(data as object).find(Array.isArray);
    yield* all as EntryOf<Data>[];
    const { next_cursor: cursor } = data as { next_cursor?: string | null };
    const next = cursor ?? response.headers.get('X-Next-Cursor');
    if (!next) return;
    const { page: _page, ...conditions } = query;
    query = { ...conditions, cursor: next };
  }
}
