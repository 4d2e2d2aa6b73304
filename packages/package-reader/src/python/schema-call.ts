import type { External, Value } from './values.js';

/** Order of the schema's leading parameters: comfy_api/latest/_io.py, read 2026-11-20. */
const PARAMETERS = ['node_id', 'display_name', 'category', 'inputs', 'outputs', 'hidden', 'description'];

/** A field of a schema made by the host's `Schema`, by name or position. */
export function schemaField(schema: External, name: string): Value | undefined {
  const given = schema.call?.named.get(name);
  if (given !== undefined || !schema.path.endsWith('Schema')) return given;
  const at = PARAMETERS.indexOf(name);
  return at === -1 ? undefined : schema.call?.positional[at];
}
