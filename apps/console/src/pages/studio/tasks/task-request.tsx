import { t } from '@lingui/core/macro';
import { Anchor, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listTaskInputsOptions } from '@atelier/client/react-query';
import type { TaskDetailsResponse, TaskInputResponse } from '@atelier/client/api';
import { ownPath } from '../../../api/own-path.js';
import { bytes } from '../../../parts/numbers.js';
import { Section } from '../../../parts/section.js';
import { valueInWords } from '../../../parts/words.js';
import { choiceLabel, isPrompt, labelOf } from '../../../parts/form/field-words.js';
import type { Field } from '../../../parts/form/field.js';
import { formOptions } from '../new/form-schema.js';
import { JOBS } from '../new/jobs.js';

type Scalar = string | number | boolean;
type Sent = [path: string, value: Scalar];

export function TaskRequest({ task }: { task: TaskDetailsResponse }): ReactNode {
  const { data } = useQuery(listTaskInputsOptions({ path: { id: task.id } }));
  const job = JOBS[task.kind];
  const { data: form } = useQuery({
    ...formOptions(job ?? { operation: task.kind }),
    enabled: job !== undefined,
  });
  const inputs = data?.inputs ?? [];
  return (
    <Section title={t`Request`}>
      <Table.ScrollContainer minWidth={280}>
        <Table aria-label={t`Request`} layout="fixed">
          <Table.Tbody>
            {inReadingOrder(fieldsOf(task.request), form?.fields).map(([path, value]) => (
              <Table.Tr key={path}>
                <Table.Th scope="row" w="40%" fw={500} title={path} style={{ overflowWrap: 'anywhere' }}>
                  {labelOf(path, form?.fields)}
                </Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <Value
                    value={textOf(
                      value,
                      form?.fields.find((field) => field.path === path),
                    )}
                    input={inputs.find((input) => input.field === path)}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

function Value({ value, input }: { value: string; input: TaskInputResponse | undefined }): ReactNode {
  if (input)
    return (
      <Anchor href={ownPath(input.url)} target="_blank" size="sm">
        {input.content_type}, {bytes(input.bytes)}
      </Anchor>
    );
  if (value.startsWith('asset:')) return <Text size="sm">{t`A file that is no longer kept`}</Text>;
  return (
    <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
      {value}
    </Text>
  );
}

/** Texts and media first, then the settings. */
function inReadingOrder(sent: Sent[], fields: readonly Field[] | undefined): Sent[] {
  const rank = ([path, value]: Sent): number =>
    isPrompt(path) ? 0 : /^(?:asset|https?):/.test(String(value)) ? 1 : 2;
  const labelAt = ([path]: Sent): string => labelOf(path, fields);
  return sent.toSorted((a, b) => rank(a) - rank(b) || labelAt(a).localeCompare(labelAt(b)));
}

/** A choice as named in its form. */
function textOf(value: Scalar, field: Field | undefined): string {
  return field?.control === 'choice' && typeof value !== 'boolean'
    ? choiceLabel(field, value)
    : valueInWords(value);
}

/** Fields with their paths: `images[0]`, `advanced_settings.engine`. */
function fieldsOf(value: unknown, field = ''): Sent[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [[field, value as Scalar]];
  return Object.entries(value).flatMap(([key, part]) => {
    const name = Array.isArray(value) ? `[${key}]` : field === '' ? key : `.${key}`;
    return fieldsOf(part, field + name);
  });
}
