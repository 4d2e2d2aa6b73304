import {
  ChangesSomething,
  CustomField,
  EnumField,
  type FieldOptions,
  IntField,
  NameField,
  NameListField,
  TextField,
} from '#libs/platform/http';
import { URL_MAX_CHARS, urlFormProblem } from '#libs/platform/outbound';
import {
  ADVISORY_SEVERITIES,
  type AdvisorySeverity,
  readSemanticVersion,
  SEMANTIC_VERSION_RULE,
} from '#libs/registry/versions/store';

const SUMMARY = { maxLength: 200, example: 'Sends the keys of the host to a stranger.' };

function isVersion(value: unknown): boolean {
  return typeof value === 'string' && readSemanticVersion(value) !== undefined;
}

function isUrl(value: unknown): boolean {
  return typeof value === 'string' && urlFormProblem(value) === undefined;
}

/** An end of the range of affected versions. */
function RangeEndField(options: FieldOptions): PropertyDecorator {
  return CustomField(
    { ...options, optional: true },
    {
      rule: `${SEMANTIC_VERSION_RULE}, or empty`,
      blankIsEmpty: true,
      isValid: (value) => value === '' || isVersion(value),
      schema: { type: 'string', maxLength: 100 },
    },
  );
}

/** An optional list with one rule for all entries. */
function ListField(list: {
  label?: string;
  maxItems: number;
  /** What the entries are, after "at most … ". */
  rule: string;
  isEntry: (entry: unknown) => boolean;
  items: Record<string, unknown>;
}): PropertyDecorator {
  const { maxItems, rule, isEntry, items, ...options } = list;
  return CustomField(
    { ...options, optional: true },
    {
      rule: `must be a list of at most ${maxItems} ${rule}`,
      isArray: true,
      isValid: (value) => Array.isArray(value) && value.length <= maxItems && value.every(isEntry),
      schema: { type: 'array', maxItems, items },
    },
  );
}

/** What both requests may say of an advisory. */
class AdvisoryFields {
  /** The whole story, in Markdown. */
  @TextField({ isProse: true, maxLength: 20_000, optional: true })
  details?: string;

  /** The first affected version; empty for the first of all. */
  @RangeEndField({ label: 'First affected version', example: '1.0.0' })
  introduced?: string;

  /** The first version that is not affected any more; empty when there is none. Must be above `introduced`. */
  @RangeEndField({ label: 'First fixed version', example: '1.2.1' })
  fixed?: string;

  /** Affected versions besides those from `introduced` to `fixed`. If both are empty and this is not, only these are affected. */
  @ListField({
    label: 'Single affected versions',
    maxItems: 500,
    rule: 'semantic versions such as 1.2.0',
    isEntry: isVersion,
    items: { type: 'string', maxLength: 100 },
  })
  versions?: string[];

  /** Ids of the same flaw elsewhere, such as of CVE or GHSA. */
  @NameListField({
    label: 'Ids of CVE, GHSA or others',
    maxItems: 20,
    maxLength: 100,
    optional: true,
    example: ['CVE-2026-12345'],
  })
  aliases?: string[];

  /** Where to read more. */
  @ListField({
    maxItems: 20,
    rule: `absolute http or https URLs of at most ${URL_MAX_CHARS} characters`,
    isEntry: isUrl,
    items: { type: 'string', format: 'uri', maxLength: URL_MAX_CHARS },
  })
  references?: string[];
}

/** An advisory to be published. */
export class NewAdvisoryRequest extends AdvisoryFields {
  /** Id of the node; a banned or deleted one too. */
  @TextField({ label: 'Node', minLength: 1, maxLength: 100, example: 'my-node' })
  node_id!: string;

  /** How bad it is. */
  @EnumField({ values: ADVISORY_SEVERITIES })
  severity!: AdvisorySeverity;

  /** What it is about, on one line. */
  @NameField(SUMMARY)
  summary!: string;
}

/** The fields of an advisory to change. */
@ChangesSomething()
export class UpdateAdvisoryRequest extends AdvisoryFields {
  /** How bad it is. */
  @EnumField({ values: ADVISORY_SEVERITIES, optional: true })
  severity?: AdvisorySeverity;

  /** What it is about, on one line. */
  @NameField({ ...SUMMARY, optional: true })
  summary?: string;
}

/** Why an advisory is withdrawn. */
export class WithdrawAdvisoryRequest {
  /** Why; everyone sees it. */
  @TextField({ minLength: 1, maxLength: 2_000, isProse: true, example: 'It was a false alarm.' })
  reason!: string;
}

/** Path of an advisory. */
export class AdvisoryPath {
  /** Id of the advisory. */
  @TextField({ minLength: 1, maxLength: 100, example: 'x_ATL-2026-0001' })
  advisoryId!: string;
}

/** Which advisories to list. */
export class ListAdvisoriesQuery {
  /** Only these. */
  @EnumField({ values: ADVISORY_SEVERITIES, optional: true })
  severity?: AdvisorySeverity;

  /** The `next_cursor` of the page before. */
  @TextField({ minLength: 1, maxLength: 100, optional: true })
  cursor?: string;

  /** Entries on a page. */
  @IntField({ min: 1, max: 100, default: 20 })
  limit!: number;
}
