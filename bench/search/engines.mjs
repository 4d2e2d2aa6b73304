import { create, insertMultiple, search as searchOrama } from '@orama/orama';
import MiniSearch from 'minisearch';

const PAGE = 10;
const FIELDS = { keyword: 'search', repository: 'repositoryUrlSearch', app_node: 'appNodeSearch' };

/** The registry's search over its tables. */
export function registryEngine(repository, writer, database) {
  return {
    name: 'atelier (PostgreSQL)',
    load: (documents) => writer.index(database, documents),
    find: async ({ field, query }) =>
      (await repository.search(database, { page: 1, limit: PAGE, [FIELDS[field]]: query })).ids,
  };
}

/** minisearch with the boosts, prefixes and fuzziness that suited this catalogue best. */
export function miniSearchEngine() {
  const fields = {
    keyword: ['id', 'name', 'author', 'description', 'tags', 'apps'],
    repository: ['repository'],
    app_node: ['apps'],
  };
  const engine = new MiniSearch({
    fields: ['id', 'name', 'author', 'description', 'tags', 'apps', 'repository'],
    tokenize: (text) =>
      text
        .replace(/([a-z0-9])([A-Z])/gu, '$1 $2')
        .split(/[^\p{L}\p{N}]+/u)
        .concat(text.split(/[^\p{L}\p{N}]+/u)),
    searchOptions: { boost: { id: 4, name: 5, author: 2 }, prefix: true, fuzzy: 0.2, combineWith: 'OR' },
  });
  return {
    name: 'minisearch',
    load: async (documents) => engine.addAll(documents.map(flat)),
    find: async ({ field, query }) => {
      const all = engine.search(query, { fields: fields[field], combineWith: 'AND' });
      const found = all.length > 0 ? all : engine.search(query, { fields: fields[field] });
      return found.slice(0, PAGE).map(({ id }) => id);
    },
  };
}

/** Orama with the same fields and boosts, a tolerance of one edit. */
export async function oramaEngine() {
  const schema = {
    id: 'string',
    name: 'string',
    author: 'string',
    description: 'string',
    tags: 'string',
    apps: 'string',
    repository: 'string',
  };
  const properties = {
    keyword: ['id', 'name', 'author', 'description', 'tags', 'apps'],
    repository: ['repository'],
    app_node: ['apps'],
  };
  const database = create({ schema });
  return {
    name: '@orama/orama',
    load: (documents) => insertMultiple(database, documents.map(flat)),
    find: async ({ field, query }) => {
      const boost = field === 'keyword' ? { id: 4, name: 5, author: 2 } : {};
      const options = { term: query, properties: properties[field], boost, limit: PAGE, threshold: 0.5 };
      const exact = await searchOrama(database, options);
      const result = exact.count > 0 ? exact : await searchOrama(database, { ...options, tolerance: 1 });
      return result.hits.map(({ id }) => id);
    },
  };
}

function flat({ id, name, author, description, tags, appNodeNames, repository }) {
  return { id, name, author, description, tags: tags.join(' '), apps: appNodeNames.join(' '), repository };
}
