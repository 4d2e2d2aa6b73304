import { PublicAddress } from '#libs/platform/http';
import { TestApp } from '../../support/test-app.js';

const FILES = ['/openapi.json', '/openapi-admin.json'];
const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

describe('the examples of the API document', () => {
  let app: TestApp;
  let documents: any[];
  let address: string;
  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    address = app.get(PublicAddress).url;
    const replies = await Promise.all(FILES.map((file) => app.api.get(file)));
    documents = replies.map(({ body }) => body);
  });
  afterAll(() => app.stop());

  const operations = (): [string, any][] =>
    documents
      .flatMap(({ paths }) => Object.entries<any>(paths))
      .flatMap(([path, item]) =>
        METHODS.filter((method) => item[method]).map((method): [string, any] => [
          `${method.toUpperCase()} ${path}`,
          item[method],
        ]),
      );

  /** Every example of a value, anywhere: `example`, and the values of `examples`. */
  function* examplesIn(value: any): Generator<unknown> {
    if (typeof value !== 'object' || value === null) return;
    if ('example' in value) yield value.example;
    for (const entry of Object.values<any>(value.examples ?? {})) yield entry?.value;
    for (const entry of Object.values(value)) yield* examplesIn(entry);
  }

  it('name no address but those of this service, whose files are there', async () => {
    const shown = [
      documents.map(({ components }) => components.schemas),
      operations().map(([, { responses: _, ...sent }]) => sent),
    ];
    const links = new Set(
      [...examplesIn(shown)].flatMap((example) =>
        [...(JSON.stringify(example) ?? '').matchAll(/https?:\/\/[^"\\ ]+/g)].map(([url]) => url),
      ),
    );
    // Terms of the IPTC, and issuers, are names that look like addresses.
    const names = ['http://cv.iptc.org/newscodes/', 'https://token.actions.githubusercontent.com'];
    links.forEach((url) => names.some((name) => url.startsWith(name)) && links.delete(url));
    expect([...links].filter((url) => !url.startsWith(`${address}/samples/`))).toEqual([]);
    expect(links.size).toBeGreaterThanOrEqual(7);
    for (const url of links)
      expect([url, (await app.api.get(new URL(url).pathname)).status]).toEqual([url, 200]);
  });

  it('call no webhook', () => {
    const bodies = operations().map(([name, { requestBody }]) => [
      name,
      JSON.stringify([...examplesIn(requestBody)]),
    ]);
    expect(bodies.filter(([, text]) => /webhook_url|callback_url/.test(text ?? ''))).toEqual([]);
    for (const [name, schema] of documents.flatMap((one) => Object.entries<any>(one.components.schemas))) {
      for (const field of ['webhook_url', 'callback_url'])
        expect([name, field, schema.properties?.[field]?.example]).toEqual([name, field, undefined]);
    }
  });

  it('fill in no filter that may be left out', () => {
    const shared = documents.map(({ components }) => ['shared', components] as const);
    const filled = [...shared, ...operations()].flatMap(([name, { parameters = [] }]) =>
      Object.values<any>(parameters)
        .filter((one: any) => one.in === 'query' && !one.required)
        .filter((one: any) => one.example !== undefined || one.schema?.example !== undefined)
        .map((one: any) => `${name} ${one.name}`),
    );
    expect(filled).toEqual([]);
  });

  it('show a file to be chosen where the body is a file', () => {
    const bodies = Object.fromEntries(operations());
    for (const [name, type] of [
      ['PUT /uploads/{key}', 'application/octet-stream'],
      ['PUT /node-versions/{id}/archive', 'application/zip'],
    ] as const) {
      const { requestBody } = bodies[name];
      expect([name, requestBody.required, Object.keys(requestBody.content)[0]]).toEqual([name, true, type]);
      expect(requestBody.content[type].schema).toMatchObject({ type: 'string', format: 'binary' });
    }
  });
});
