import { t } from '@lingui/core/macro';
import { Badge, Card, Group, SimpleGrid, Stack, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listRulesOptions, updateRuleMutation } from '@atelier/client/react-query';
import type { RuleResponse } from '@atelier/client/api';
import { Page } from '../../../parts/page.js';
import { type Column, Rows } from '../../../parts/rows.js';
import { Section } from '../../../parts/section.js';
import { Failure, Loaded } from '../../../parts/states.js';
import { TwoLines } from '../../../parts/two-lines.js';
import { KnownMalicious, LoadMalicious } from './known-malicious.js';
import { RescanButton, Rescans } from './rescans.js';

const LEVELS = {
  refused: { color: 'red', word: t`refuses` },
  held: { color: 'red', word: t`holds` },
  warning: { color: 'orange', word: t`three hold` },
  note: { color: 'gray', word: t`note` },
} satisfies Record<RuleResponse['severity'], object>;

const COLUMNS: readonly Column<RuleResponse>[] = [
  {
    title: t`Rule`,
    text: ({ message }) => message,
    cell: ({ id, version, message }) => <TwoLines below={`${id} v${version}`}>{message}</TwoLines>,
  },
  {
    title: t`Level`,
    text: ({ severity }) => LEVELS[severity].word,
    cell: ({ severity }) => (
      <Badge color={LEVELS[severity].color} miw="max-content">
        {LEVELS[severity].word}
      </Badge>
    ),
  },
  { title: t`Found in versions`, number: ({ versions }) => versions },
  { title: t`Of these held`, number: ({ held }) => held },
  { title: t`On trial`, cell: (rule) => <OnTrial rule={rule} /> },
];

/** The rules of the scan, with a switch for those on trial, and rescans. */
export function RulesPage(): ReactNode {
  return (
    <Page
      title={t`Rules`}
      text={t`What the scan of packages looks for. A rule on trial reports what it finds, but holds no version.`}
    >
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Part title={t`Known malicious packages`} acts={<LoadMalicious />}>
          <KnownMalicious />
        </Part>
        <Part
          title={t`Scans of all versions`}
          acts={
            <>
              <RescanButton />
              <RescanButton hold />
            </>
          }
        >
          <Rescans />
        </Part>
      </SimpleGrid>
      <Loaded query={useQuery(listRulesOptions())}>
        {({ rules }) => (
          <Rows caption={t`Rules`} rows={rules} rowKey={({ id }) => id} columns={COLUMNS} isSortable />
        )}
      </Loaded>
    </Page>
  );
}

function Part({ title, acts, children }: { title: string; acts: ReactNode; children: ReactNode }): ReactNode {
  return (
    <Card>
      <Section title={title}>
        <Stack gap="xs">{children}</Stack>
        <Group gap="xs">{acts}</Group>
      </Section>
    </Card>
  );
}

function OnTrial({ rule: { id, is_shadow: isShadow } }: { rule: RuleResponse }): ReactNode {
  const queries = useQueryClient();
  const update = useMutation({ ...updateRuleMutation(), onSuccess: () => queries.invalidateQueries() });
  return (
    <>
      <Switch
        aria-label={t`${id} is on trial`}
        checked={isShadow}
        onChange={({ currentTarget: { checked } }) =>
          update.mutate({ path: { ruleId: id }, body: { is_shadow: checked } })
        }
      />
      {update.isError && <Failure error={update.error} />}
    </>
  );
}
