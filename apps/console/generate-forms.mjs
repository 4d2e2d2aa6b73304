// Writes the fields of the console's forms, made from openapi.json: for each operation that takes media a small file
// that is loaded when its form opens, and for each other one a module in bodies/, which becomes part of its page; and the
// labels of all fields.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { plainStatus, plainWords } from './src/parts/plain-words.ts';

const BASE64_CHARS = 1_000_000;
const TAGS = ['Images', 'Videos', 'Music'];
/** Fields of a form that duplicate another one. */
const DOUBLE = ['0.video', 'video_url'];

/** Bodies have links, lists of words and typed numbers where media forms have pictures and sliders. */
const OF_BODIES = { pictures: 'words', picture: 'text', video: 'text', number: 'figure' };

const folder = path.join(import.meta.dirname, 'src/api/generated');
const document = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../openapi.json'), 'utf8'));

rmSync(folder, { recursive: true, force: true });
mkdirSync(path.join(folder, 'bodies'), { recursive: true });
const labels = {};
/** What pages show of the schema, for the catalogues of languages. */
const texts = new Set();
for (const [target, operations] of Object.entries(document.paths))
  for (const operation of Object.values(operations)) if (operation.requestBody) write(target, operation);
writeFileSync(
  path.join(folder, 'labels.ts'),
  `/** Labels of fields whose name would not do. */\nexport const LABELS: Readonly<Record<string, string>> = ${JSON.stringify(labels, null, 2)};\n`,
);

wordsOf(document.components.schemas);
writeFileSync(
  path.join(folder, 'texts.ts'),
  `import { t } from '@lingui/core/macro';\n\n${[...texts].map((id) => `t({ id: ${JSON.stringify(id)}, message: ${JSON.stringify(id)} });`).join('\n')}\n`,
);

/** The values that a reply can have, as words. */
function wordsOf(schema, name = '') {
  if (schema === null || typeof schema !== 'object' || name === 'code') return;
  if (Array.isArray(schema.enum)) for (const value of schema.enum) addWords(String(value));
  for (const [key, one] of Object.entries(schema)) wordsOf(one, key);
}

function addWords(name) {
  const words = plainWords(plainStatus(name));
  // Names with dots are shown as they are.
  if (/^[a-z]{3}[^.]*$/i.test(words)) texts.add(words);
}

function write(target, operation) {
  const [[contentType, { schema }]] = Object.entries(operation.requestBody.content);
  if (!operation.tags?.some((tag) => TAGS.includes(tag))) return writeBody(operation.operationId, schema);
  if (target.includes('{')) return;
  const fields = fieldsOf(document, schema)
    .map(({ example, format, ...field }) => field)
    .filter(({ path }) => contentType === 'application/json' || !DOUBLE.includes(path));
  const form = { path: target, contentType, fields, examples: examplesOf(operation) };
  writeFileSync(path.join(folder, `${operation.operationId}.json`), JSON.stringify(form));
}

/** Values to try, by the path of the field; samples without the address of the service. */
function examplesOf({ requestBody: { content } }) {
  const [{ examples = {} }] = Object.values(content);
  return Object.entries(examples).map(([title, { value }]) => {
    texts.add(title);
    const values = JSON.parse(
      JSON.stringify(value).replaceAll(/"https?:\/\/[^/"]+\/samples\//g, '"/samples/'),
    );
    return { title, values };
  });
}

function writeBody(operation, schema) {
  if (!resolved(document, schema).properties) return;
  const fields = fieldsOf(document, schema)
    .filter(({ deprecated }) => !deprecated)
    .map((field) => ({ ...field, control: OF_BODIES[field.control] ?? field.control }));
  const type = "import type { Field } from '../../../parts/form/field.js';";
  const text = `${type}\n\nexport const ${operation}Form: readonly Field[] = ${JSON.stringify(fields, null, 2)};\n`;
  writeFileSync(path.join(folder, 'bodies', `${operation}.ts`), text);
}

/** The fields of a schema; nested ones by their path, such as `advanced_settings.whites`. */
function fieldsOf(document, schema, prefix = '') {
  const { properties = {}, required = [] } = resolved(document, schema);
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = resolved(document, property);
    const { 'x-label': label, 'x-form': words = {}, description = '' } = field;
    if (label) labels[name] ??= label;
    for (const text of [label, words.label, words.help ?? description, ...Object.values(words.choices ?? {})])
      if (text) texts.add(text.replaceAll('`', ''));
    if (!label) addWords(name.replace(/^image(?=_\d|$)/, 'picture'));
    if (field.type === 'object') return fieldsOf(document, field, `${prefix}${name}.`);
    const { type, items, examples, minLength, minItems, uniqueItems, properties, ...facts } = field;
    return [
      {
        path: prefix + name,
        control: controlOf(name, field),
        isWhole: [type].flat().includes('integer'),
        ...([type].flat().includes('null') && { isNullable: true }),
        isRequired: required.includes(name),
        description,
        ...(items?.enum && { enum: items.enum }),
        ...facts,
      },
    ];
  });
}

function resolved(document, schema) {
  const reference = schema.$ref ?? schema.allOf?.[0].$ref;
  if (!reference) return schema;
  const { allOf, $ref, ...rest } = schema;
  return { ...document.components.schemas[reference.split('/').at(-1)], ...rest };
}

function controlOf(name, { type: types, enum: values, format, maxLength, items }) {
  const type = [types].flat().find((one) => one !== 'null');
  if (values) return 'choice';
  if (items?.enum) return 'choices';
  if (type === 'array') return 'pictures';
  if (format === 'date-time') return 'time';
  if (type !== 'string') return type === 'boolean' ? 'switch' : 'number';
  if (maxLength > BASE64_CHARS && !/payload/.test(name)) return 'picture';
  if (format === 'uri') return /^video/.test(name) ? 'video' : /^wm_/.test(name) ? 'picture' : 'text';
  return 'text';
}
