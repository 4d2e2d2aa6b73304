import type { OpenAPIObject } from '@nestjs/swagger';

type Content = Record<string, { example?: unknown; examples?: Record<string, { value?: unknown }> }>;
type Parameter = {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  example?: unknown;
  schema?: { example?: unknown };
};
type Operation = {
  security?: readonly object[];
  parameters?: readonly Parameter[];
  requestBody?: { content?: Content };
  responses: Record<string, { content?: Content }>;
  'x-codeSamples'?: { lang: string; source: string }[];
};

type Body =
  | { kind: 'json'; value: unknown }
  | { kind: 'form'; fields: [string, string][] }
  | { kind: 'text'; text: string }
  | { kind: 'file'; name: string };

/** A request as its example is, and what to do with the reply. */
type Call = {
  method: string;
  url: string;
  needsToken: boolean;
  contentType: string | undefined;
  body: Body | undefined;
  reply: 'json' | 'text' | 'file' | 'nothing';
  mayRedirect: boolean;
};

const METHODS = ['get', 'put', 'post', 'delete'] as const;
/** Names of files that a sample sends. */
const FILES: Readonly<Record<string, string>> = {
  'application/zip': 'node.zip',
  'image/png': 'picture.png',
  'image/jpeg': 'picture.jpg',
};
const INDENT = '  ';

/**
 * Adds calls of each operation as shell, JavaScript and Python, made of its examples: `x-codeSamples`, an extension that
 * readers of API documents know (https://redocly.com/docs/api-reference-docs/specification-extensions/x-code-samples, read 2026-11-28).
 */
export function addCodeSamples(document: OpenAPIObject, address: string): OpenAPIObject {
  const shared = (document.components?.parameters ?? {}) as Record<string, unknown>;
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method] as Operation | undefined;
      if (!operation) continue;
      const parameters = (operation.parameters ?? []).map(
        (one) => (one.$ref ? shared[one.$ref.split('/').at(-1) ?? ''] : one) as Parameter,
      );
      const call = callOf(operation, method, address + targetOf(path, parameters));
      operation['x-codeSamples'] = [
        { lang: 'Shell', source: inShell(call) },
        { lang: 'JavaScript', source: inJavaScript(call) },
        { lang: 'Python', source: inPython(call) },
      ];
    }
  }
  return document;
}

function targetOf(path: string, parameters: readonly Parameter[]): string {
  const exampleOf = ({ example, schema }: Parameter) =>
    encodeURIComponent(String(example ?? schema?.example));
  const inPath = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return parameter ? exampleOf(parameter) : whole;
  });
  const query = parameters.filter((one) => one.in === 'query' && one.required);
  return query.reduce(
    (target, one, index) => `${target}${index === 0 ? '?' : '&'}${one.name}=${exampleOf(one)}`,
    inPath,
  );
}

function callOf(operation: Operation, method: string, url: string): Call {
  const [contentType, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const value = content?.example ?? Object.values(content?.examples ?? {})[0]?.value;
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'));
  const [replyType] = Object.keys(success?.[1].content ?? {});
  return {
    method: method.toUpperCase(),
    url,
    needsToken: operation.security?.length !== 0,
    contentType,
    body: contentType === undefined ? undefined : bodyOf(contentType, value),
    reply: replyOf(replyType),
    mayRedirect: '302' in operation.responses,
  };
}

function bodyOf(contentType: string, value: unknown): Body | undefined {
  if (contentType.startsWith('multipart/')) {
    const fields = Object.entries(value ?? {}).filter(([, one]) => one !== '');
    return { kind: 'form', fields: fields.map(([name, one]) => [name, String(one)]) };
  }
  if (typeof value === 'string') return { kind: 'text', text: value };
  if (contentType === 'application/json') return value === undefined ? undefined : { kind: 'json', value };
  return { kind: 'file', name: FILES[contentType] ?? 'file' };
}

function replyOf(type: string | undefined): Call['reply'] {
  if (type === undefined) return 'nothing';
  if (type === 'application/json') return 'json';
  return /^text\/|ndjson/.test(type) ? 'text' : 'file';
}

function inShell({ method, url, needsToken, contentType, body, reply, mayRedirect }: Call): string {
  const isPlain = method === 'GET' && body === undefined;
  const options = [
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(contentType !== undefined && body && body.kind !== 'form'
      ? [`-H 'Content-Type: ${contentType}'`]
      : []),
    ...shellBody(body),
    ...(reply === 'file' ? ['-o reply'] : []),
  ];
  const flags = `${reply === 'text' ? ' -N' : ''}${mayRedirect ? ' -L' : ''}${isPlain ? '' : ` -X ${method}`}`;
  return [`curl${flags} ${shellText(url)}`, ...options].join(` \\\n${INDENT}`);
}

function shellBody(body: Body | undefined): string[] {
  switch (body?.kind) {
    case 'json':
      return [`-d ${shellText(JSON.stringify(body.value))}`];
    case 'form':
      return body.fields.map(([name, value]) => `-F ${shellText(`${name}=${value}`)}`);
    case 'text':
      return [`--data-binary ${shellText(body.text)}`];
    case 'file':
      return [`--data-binary @${body.name}`];
    case undefined:
      return [];
  }
}

function shellText(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function inJavaScript({ method, url, needsToken, contentType, body, reply }: Call): string {
  const headers = [
    ...(needsToken ? ['Authorization: `Bearer ${process.env.TOKEN}`'] : []),
    ...(contentType !== undefined && body && body.kind !== 'form'
      ? [`'Content-Type': '${contentType}'`]
      : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(body ? [javaScriptBody(body)] : []),
  ];
  const lines = options.map((option) => `${INDENT}${option},\n`).join('');
  const form = body?.kind === 'form' ? body.fields : [];
  return [
    ...(body?.kind === 'file' ? ["import { readFile } from 'node:fs/promises';\n"] : []),
    ...(body?.kind === 'form' ? ['const body = new FormData();'] : []),
    ...form.map(([name, value]) => `body.set(${JSON.stringify(name)}, ${JSON.stringify(value)});`),
    `const response = await fetch('${url}'${options.length > 0 ? `, {\n${lines}}` : ''});`,
    {
      json: 'console.log(await response.json());',
      text: 'console.log(await response.text());',
      file: 'const bytes = await response.bytes();',
      nothing: 'console.log(response.status);',
    }[reply],
  ].join('\n');
}

function javaScriptBody(body: Body): string {
  switch (body.kind) {
    case 'json':
      return `body: JSON.stringify(${JSON.stringify(body.value, null, INDENT).replaceAll('\n', `\n${INDENT}`)})`;
    case 'form':
      return 'body';
    case 'text':
      return `body: ${JSON.stringify(body.text)}`;
    case 'file':
      return `body: await readFile('${body.name}')`;
  }
}

function inPython({ method, url, needsToken, contentType, body, reply }: Call): string {
  const isTyped = contentType !== undefined && (body?.kind === 'text' || body?.kind === 'file');
  const headers = [
    ...(needsToken ? [`"Authorization": f"Bearer {os.environ['TOKEN']}"`] : []),
    ...(isTyped ? [`"Content-Type": "${contentType}"`] : []),
  ];
  const options = [
    `"${url}"`,
    ...(headers.length > 0 ? [`headers={${headers.join(', ')}}`] : []),
    ...(body ? [pythonBody(body)] : []),
  ];
  const [only] = options;
  const given =
    options.length === 1 ? only : `\n${options.map((one) => `${INDENT}${INDENT}${one},\n`).join('')}`;
  return [
    ...(needsToken ? ['import os'] : []),
    'import requests\n',
    `response = requests.${method.toLowerCase()}(${given})`,
    {
      json: 'print(response.json())',
      text: 'print(response.text)',
      file: 'data = response.content',
      nothing: 'print(response.status_code)',
    }[reply],
  ].join('\n');
}

function pythonBody(body: Body): string {
  switch (body.kind) {
    case 'json':
      return `json=${pythonValue(body.value, INDENT + INDENT)}`;
    case 'form':
      return `files={${body.fields.map(([name, value]) => `${JSON.stringify(name)}: (None, ${JSON.stringify(value)})`).join(', ')}}`;
    case 'text':
      return `data=${JSON.stringify(body.text)}`;
    case 'file':
      return `data=open("${body.name}", "rb")`;
  }
}

/** A JSON value as Python spells it; texts are the same in both. */
function pythonValue(value: unknown, indent: string): string {
  const within = indent + INDENT + INDENT;
  if (Array.isArray(value)) return `[${value.map((one) => pythonValue(one, indent)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(
      ([name, one]) => `${within}${JSON.stringify(name)}: ${pythonValue(one, within)},\n`,
    );
    return entries.length === 0 ? '{}' : `{\n${entries.join('')}${indent}}`;
  }
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null ? 'None' : JSON.stringify(value);
}
