import { t } from '@lingui/core/macro';
import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getNodeAsAdminOptions, listLookAlikesOptions } from '@atelier/client/react-query';
import type { LookAlikeResponse, NodeResponse } from '@atelier/client/api';
import { type Column, Rows } from '../../../parts/rows.js';
import { Section } from '../../../parts/section.js';
import { Loaded } from '../../../parts/states.js';
import { NODE_COLUMN, nodeStatus, PUBLISHER_COLUMN } from '../node-columns.js';

const LIKENESSES: Record<LookAlikeResponse['likeness'], string> = {
  same_letters: t`same letters`,
  one_edit: t`one letter away`,
  omitted: t`letter missing`,
  typo: t`typing error`,
  swapped_words: t`words swapped`,
  bit_flip: t`one bit away`,
  affix: t`other affix`,
  look_alike_letters: t`letters look alike`,
  copied: t`copied texts`,
};

type Compared = NodeResponse & { label: string };

const COLUMNS: readonly Column<Compared>[] = [
  NODE_COLUMN,
  {
    title: t`Likeness`,
    cell: ({ label }) => (
      <Badge variant="default" miw="max-content">
        {label}
      </Badge>
    ),
  },
  PUBLISHER_COLUMN,
  { title: t`Created`, time: ({ created_at: at }) => at },
  { title: t`Downloads`, number: ({ downloads }) => downloads },
  { title: t`Status`, status: nodeStatus },
  {
    title: t`Description`,
    cell: ({ description, repository }) => (
      <Text size="sm" lineClamp={4} maw="40ch" title={repository}>
        {description || repository || '–'}
      </Text>
    ),
  },
];

/** A node beside other publishers' nodes that it may be mistaken for. */
export function Comparison({ nodeId }: { nodeId: string }): ReactNode {
  const node = useQuery(getNodeAsAdminOptions({ path: { nodeId } }));
  const others = useQuery(listLookAlikesOptions({ path: { nodeId } }));
  return (
    <Section title={t`Look-alikes`}>
      <Loaded query={node}>
        {(own) => (
          <Loaded query={others}>
            {({ look_alikes: alike }) =>
              alike.length === 0 ? (
                <Text size="sm">{t`No node of another publisher looks like this one.`}</Text>
              ) : (
                <Rows
                  caption={t`Look-alikes`}
                  rows={[
                    { ...own, label: t`this one` },
                    ...alike.map(({ node: other, likeness }) => ({ ...other, label: LIKENESSES[likeness] })),
                  ]}
                  rowKey={({ id }) => id}
                  columns={COLUMNS}
                />
              )
            }
          </Loaded>
        )}
      </Loaded>
    </Section>
  );
}
