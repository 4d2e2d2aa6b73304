import { t } from '@lingui/core/macro';
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { inWords, valueInWords } from '../../../parts/words.js';

const SHORT_CHARS = 80;
/** `NodeVersionStatusActive` reads `Active`. */
const STATUS = /^(?:NodeVersion|Node|Publisher)Status(?=[A-Z])/;

type Fields = Record<string, unknown> | null;

export function Difference({ before, after }: { before: Fields; after: Fields }): ReactNode {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return '–';
  return (
    <Stack gap={4}>
      {names.map((name) => (
        <Change key={name} name={name} before={before?.[name]} after={after?.[name]} />
      ))}
    </Stack>
  );
}

function Change({ name, before, after }: { name: string; before: unknown; after: unknown }): ReactNode {
  return (
    <Group gap={6} align="baseline">
      <Text span size="sm" c="dimmed" title={name}>
        {inWords(name)}
      </Text>
      {before !== undefined && <Value value={before} color="red" what={t`was`} />}
      {before !== undefined && after !== undefined && (
        <Text span size="sm" aria-hidden>
          →
        </Text>
      )}
      {after !== undefined && <Value value={after} color="green" what={t`is`} />}
    </Group>
  );
}

/** A value on one line; a long one is cut until expanded. */
function Value({ value, color, what }: { value: unknown; color: string; what: string }): ReactNode {
  const [isWhole, { toggle }] = useDisclosure();
  const text =
    typeof value === 'string'
      ? value.replace(STATUS, '')
      : typeof value === 'boolean'
        ? valueInWords(value)
        : JSON.stringify(value, null, isWhole ? 2 : undefined);
  const isLong = text.length > SHORT_CHARS;
  return (
    <>
      <Code
        color={`var(--mantine-color-${color}-light)`}
        c="var(--mantine-color-text)"
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        aria-label={`${what} ${text}`}
      >
        {text === '' ? t`(empty)` : isLong && !isWhole ? `${text.slice(0, SHORT_CHARS)}…` : text}
      </Code>
      {isLong && (
        <Button size="compact-xs" variant="subtle" onClick={toggle}>
          {isWhole ? t`Less` : t`All`}
        </Button>
      )}
    </>
  );
}
