// Writes the fields of the console's media forms: for each operation that takes media a small file, made from
// openapi.json.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const BASE64_CHARS = 1_000_000;
const TAGS = ['Images', 'Videos', 'Music'];
/** Fields of a form that duplicate another one. */
const DOUBLE = ['0.video', 'video_url'];

const folder = path.join(import.meta.dirname, 'src/api/generated');
const document = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../openapi.json'), 'utf8'));

mkdirSync(folder, { recursive: true });
for (const [target, { post }] of Object.entries(document.paths)) {
  if (!post?.requestBody || !post.tags?.some((tag) => TAGS.includes(tag))) continue;
  if (target.includes('{')) continue;
  const [[contentType, { schema }]] = Object.entries(post.requestBody.content);
  const fields = fieldsOf(document, schema).filter(
    ({ path }) => contentType === 'application/json' || !DOUBLE.includes(path),
  );
  const form = { path: target, contentType, fields };
  writeFileSync(path.join(folder, `${post.operationId}.json`), JSON.stringify(form));
}

/** The fields of a schema; nested ones by their path, such as `advanced_settings.whites`. */
function fieldsOf(document, schema, prefix = '') {
  const { properties, required = [] } = resolved(document, schema);
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = resolved(document, property);
    if (field.type === 'object') return fieldsOf(document, field, `${prefix}${name}.`);
    const { type, description, example, format, items, ...facts } = field;
    return [
      {
        path: prefix + name,
        control: controlOf(name, field),
        isWhole: type === 'integer',
        isRequired: required.includes(name),
        description,
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

function controlOf(name, { type, enum: values, format, maxLength }) {
  if (values) return 'choice';
  if (type === 'array') return 'pictures';
  if (type !== 'string') return type === 'boolean' ? 'switch' : 'number';
  if (maxLength > BASE64_CHARS && !/payload/.test(name)) return 'picture';
  if (format === 'uri') return /^video/.test(name) ? 'video' : /^wm_/.test(name) ? 'picture' : 'text';
  return 'text';
}
