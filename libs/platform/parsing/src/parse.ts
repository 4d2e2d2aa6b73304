import { type GenericIssue, type GenericSchema, getDotPath, type InferOutput, safeParse } from 'valibot';

/** A parsed value, or the problems of it: each names a field and a rule, and never the value. */
export type Parsed<Schema extends GenericSchema> =
  { output: InferOutput<Schema>; problems?: undefined } | { problems: [string, ...string[]] };

/**
 * Parses external data.
 * @param schema Its messages are rules, such as `must be a text`.
 * @param root Precedes the name of each field, and names the value itself.
 */
export function parse<Schema extends GenericSchema>(
  schema: Schema,
  value: unknown,
  root = '',
): Parsed<Schema> {
  const { success, output, issues } = safeParse(schema, value, { message: ruleOf });
  if (success) return { output };
  const [first, ...others] = issues;
  return { problems: [problemOf(first, root), ...others.map((issue) => problemOf(issue, root))] };
}

function ruleOf({ expected }: GenericIssue): string {
  return `must be ${expected ?? 'valid'}`;
}

function problemOf(issue: GenericIssue, root: string): string {
  const path = [root, getDotPath(issue)].filter(Boolean).join('.');
  const isMissing = issue.path?.at(-1)?.value === undefined && issue.path !== undefined;
  return `${path || 'it'} ${isMissing ? 'is missing' : issue.message}`;
}
