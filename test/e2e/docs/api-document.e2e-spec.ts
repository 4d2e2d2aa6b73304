import { gzipSync } from 'node:zlib';
import { SERVED_DOCUMENTS, servedDocument } from '../../../apps/api/src/document/served-documents.js';
import { apiDocument as document } from '../../support/api-contract.js';
import { RIGHTS } from '../rights/rights-table.js';

/** What a page over a phone's connection may take, compressed as replies are. */
const SENT_BYTES_MAX = 70_000;

describe('the API document', () => {
  const operations = (): { route: string; operation: any }[] =>
    Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        route: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        operation,
      })),
    );

  it('names each operation by plain words, once', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(ids.filter((id) => !/^[a-z]+(?:[A-Z][a-z]*\d?)+$/.test(id))).toEqual([]);
    expect(ids).toHaveLength(new Set(ids).size);
    expect(ids).toEqual(
      expect.arrayContaining(['relightImage', 'searchNodes', 'listUsers', 'prepareUploadAtCustomersStorage']),
    );
  });

  it('shows a lock exactly where a caller without a token is turned away', () => {
    const locked = ({ security = document.security }: { security?: object[] }) =>
      security.length > 0 && security.every((choice) => Object.keys(choice).length > 0);
    const shown = operations().filter(({ operation }) => locked(operation));
    const turnedAway = RIGHTS.filter(([, statuses]) => statuses.startsWith('401')).map(([route]) => route);
    expect(shown.map(({ route }) => route).sort()).toEqual([...turnedAway].sort());
  });

  it('says which scope a token needs', () => {
    for (const path of ['/uploads', '/customers/storage']) {
      const { description, security } = document.paths[path].post;
      expect([description, security]).toEqual([expect.stringMatching(/scope `media`/), undefined]);
    }
    expect(document.security).toEqual([{ bearer: [] }, { 'api-key': [] }, { session: [] }]);
    const { description, tags } = document.paths['/admin/audit'].get;
    expect(description).toMatch(/scope `admin`/);
    expect(tags).toEqual(['Admin']);
  });

  it('tells a story by its tags', () => {
    const names = document.tags.map((tag: { name: string }) => tag.name);
    expect(names.slice(0, 3)).toEqual(['Users', 'Images', 'Tasks']);
    expect(names.indexOf('Videos')).toBeLessThan(names.indexOf('Nodes'));
    expect(document.tags.every((tag: { description: string }) => tag.description.length > 20)).toBe(true);
    const used = new Set(operations().flatMap(({ operation }) => operation.tags));
    expect([...used].sort()).toEqual([...names].sort());
  });

  it('describes every parameter and field', () => {
    const { parameters, schemas } = document.components;
    const inPlace = operations().flatMap(({ operation }) => operation.parameters ?? []);
    const fields = Object.entries<any>(schemas).flatMap(([schema, { properties = {} }]) =>
      Object.entries<any>(properties).map(([name, field]) => ({ name: `${schema}.${name}`, ...field })),
    );
    const all = [...Object.values<any>(parameters), ...inPlace.filter(({ $ref }) => !$ref), ...fields];
    expect(all.length).toBeGreaterThan(300);
    expect(all.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
  });

  const inPaths = (): { name: string; parameter: any }[] =>
    operations().flatMap(({ route, operation }) =>
      (operation.parameters ?? [])
        .map(({ $ref, ...own }: any) => ($ref ? document.components.parameters[$ref.split('/').at(-1)] : own))
        .filter((parameter: any) => parameter.in === 'path')
        .map((parameter: any) => ({ name: `${route} ${parameter.name}`, parameter })),
    );

  it('fills in every parameter of a path, so that Execute sends something', () => {
    const empty = inPaths().filter(({ parameter }) => !(parameter.example ?? parameter.schema.example));
    expect(empty.map(({ name }) => name)).toEqual([]);
  });

  it('says where each id in a path comes from, and names operations that exist', () => {
    const known = new Set(operations().map(({ route }) => route.replaceAll(/:(\w+)/g, '{$1}')));
    const sources = new Map(
      inPaths()
        .filter(({ parameter }) => parameter.schema.format === 'uuid' || parameter.name === 'code')
        .map(({ name, parameter }) => [name, /`([A-Z]+ \/[^`]*)`/.exec(parameter.description)?.[1]]),
    );
    expect(sources.size).toBeGreaterThan(40);
    expect([...sources].filter(([, source]) => !known.has(source ?? ''))).toEqual([]);
    expect(sources.get('GET /admin/users/:userId/limits userId')).toBe('GET /admin/users');
    expect(sources.get('DELETE /publishers/:publisherId/tokens/:tokenId tokenId')).toBe(
      'GET /publishers/{publisherId}/tokens',
    );
  });

  it('says of every good answer what it brings, and promises no other', () => {
    const good = operations().flatMap(({ route, operation }) =>
      Object.entries<any>(operation.responses)
        .filter(
          ([status, { content }]) => status.startsWith('2') && (status !== '204') !== (content !== undefined),
        )
        .map(([status]) => `${route} ${status}`),
    );
    expect(good).toEqual([]);
  });

  it('says which texts must be links, but not of those that may be anything', () => {
    const { UpdateNodeRequest: node, CreatePublisherRequest: publisher } = document.components.schemas;
    const links = [node.properties.repository, publisher.properties.website, publisher.properties.logo];
    for (const { pattern } of links) {
      expect(['', 'https://a.example/b', 'HTTP://a.example'].filter((text) => !text.match(pattern))).toEqual(
        [],
      );
      expect(['a', 'ftp://a.example', 'x https://a.example'].filter((text) => text.match(pattern))).toEqual(
        [],
      );
    }
    for (const { pattern } of [node.properties.icon, publisher.properties.support])
      expect(pattern).toBeUndefined();
  });

  it('describes the replies to errors once', () => {
    const replies = operations().flatMap(({ operation }) => Object.entries<any>(operation.responses));
    const own = replies.filter(([status, reply]) => Number(status) >= 400 && reply.$ref === undefined);
    const texts = [...Object.values(document.components.responses), ...own.map(([, reply]) => reply)];
    expect(new Set(texts.map((reply) => JSON.stringify(reply))).size).toBe(texts.length);
    const { content } = document.components.responses.NodeNotFound;
    expect(content['application/json'].schema.allOf[1].properties.error.enum).toEqual(['node_not_found']);
  });

  it('is served in two parts, each no larger than a phone takes, with what it refers to', () => {
    const parts = SERVED_DOCUMENTS.map((one) => servedDocument(document, one));
    const shown = parts.map(({ paths }) =>
      Object.values(paths)
        .flatMap((path) => Object.values<any>(path))
        .map(({ operationId }) => operationId),
    );
    expect(shown.flat().sort()).toEqual(
      operations()
        .map(({ operation }) => operation.operationId)
        .sort(),
    );
    expect(shown[1]).toEqual(expect.arrayContaining(['listUsers', 'listAuditEntries']));
    for (const part of parts) {
      const text = JSON.stringify(part);
      expect(gzipSync(text).byteLength).toBeLessThan(SENT_BYTES_MAX);
      const missing = [...text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)].filter(
        ([, kind, name]) => !(part.components as any)[kind!]?.[name!],
      );
      expect(missing).toEqual([]);
    }
  });
});
