import type { OpenAPIObject } from '@nestjs/swagger';
import { ADMIN_TAG } from './tags.js';

type Operation = { tags: string[] };
type Items = Record<string, Record<string, Operation>>;
type Components = Record<string, Record<string, unknown>>;
type ServedDocument = { file: string; title: string; isForAdmins: boolean };

const REFERENCE = /"#\/components\/(\w+)\/([^"]+)"/g;

/** What is served, by file name. Admin operations are separate, as few callers need them. */
export const SERVED_DOCUMENTS: readonly ServedDocument[] = [
  { file: 'openapi', title: 'Atelier', isForAdmins: false },
  { file: 'openapi-admin', title: 'Atelier for admins', isForAdmins: true },
];

/** The part of the whole document that one of `SERVED_DOCUMENTS` serves, with only the tags and components it uses. */
export function servedDocument(whole: OpenAPIObject, { title, isForAdmins }: ServedDocument): OpenAPIObject {
  const isPart = ({ tags }: Operation): boolean => tags.includes(ADMIN_TAG) === isForAdmins;
  const paths = chosen(whole.paths as Items, isPart);
  const webhooks = chosen(whole.webhooks as Items, isPart);
  const used = new Set(Object.values({ ...paths, ...webhooks }).flatMap(tagsOf));
  const tags = whole.tags?.filter(({ name }) => used.has(name));
  const components = componentsFor([paths, webhooks], whole.components as Components);
  const info = { ...whole.info, title };
  return { ...whole, info, tags, paths, webhooks, components } as unknown as OpenAPIObject;
}

function chosen(items: Items, isPart: (operation: Operation) => boolean): Items {
  const filtered = Object.entries(items).map(([name, operations]): [string, Items[string]] => [
    name,
    Object.fromEntries(Object.entries(operations).filter(([, operation]) => isPart(operation))),
  ]);
  return Object.fromEntries(filtered.filter(([, operations]) => Object.keys(operations).length > 0));
}

function tagsOf(operations: Items[string]): string[] {
  return Object.values(operations).flatMap(({ tags }) => tags);
}

/** The components that `users` refer to, directly or indirectly. */
function componentsFor(users: unknown, { securitySchemes = {}, ...all }: Components): Components {
  const found: Components = { securitySchemes };
  const waiting = [users];
  for (const user of waiting) {
    for (const [, kind = '', name = ''] of JSON.stringify(user).matchAll(REFERENCE)) {
      const group = (found[kind] ??= {});
      if (name in group) continue;
      group[name] = all[kind]?.[name];
      waiting.push(group[name]);
    }
  }
  return found;
}
