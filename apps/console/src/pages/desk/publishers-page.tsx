import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listOwnPublishersOptions, listOwnPublishersQueryKey } from '@atelier/client/react-query';
import { acceptMembership, type MembershipResponse, removeMember } from '@atelier/client/api';
import { sessionOptions } from '../../api/session.js';
import { ActButton } from '../../parts/act-button.js';
import { ButtonLink, PageLink } from '../../parts/link.js';
import { Page } from '../../parts/page.js';
import { Rows } from '../../parts/rows.js';
import { Empty, Failure, Waiting } from '../../parts/states.js';
import { StatusBadge } from '../../parts/status-badge.js';
import { Time } from '../../parts/time.js';

export function PublishersPage(): ReactNode {
  const { data: session } = useQuery(sessionOptions);
  const query = useQuery(listOwnPublishersOptions());
  const invitations = query.data?.filter(({ invited }) => invited) ?? [];
  const memberships = query.data?.filter(({ invited }) => !invited) ?? [];
  return (
    <Page
      title={t`My publishers`}
      text={t`A publisher is the name under which you and your team publish nodes.`}
      actions={
        session?.isApproved && memberships.length > 0 ? (
          <ButtonLink to="/desk/new">{t`Create a publisher`}</ButtonLink>
        ) : undefined
      }
    >
      {session && !session.isApproved && (
        <Alert
          variant="light"
          title={t`You cannot create a publisher yet`}
        >{t`An admin has to approve your account first. You can accept invitations.`}</Alert>
      )}
      {query.isPending && <Waiting />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {invitations.length > 0 && <Invitations invitations={invitations} />}
      {query.data && memberships.length === 0 && (
        <Empty title={t`You belong to no publisher yet`}>
          <Text c="dimmed">{t`Create one to publish nodes, or ask an owner of one to invite you by your e-mail address.`}</Text>
          {session?.isApproved && <ButtonLink to="/desk/new">{t`Create a publisher`}</ButtonLink>}
        </Empty>
      )}
      {memberships.length > 0 && <Memberships memberships={memberships} />}
    </Page>
  );
}

function Invitations({ invitations }: { invitations: readonly MembershipResponse[] }): ReactNode {
  const queries = useQueryClient();
  const reread = (): Promise<void> => queries.invalidateQueries({ queryKey: listOwnPublishersQueryKey() });
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">{t`Invitations`}</Title>
      {invitations.map(({ publisher, member_id: memberId, role }) => (
        <Card key={memberId}>
          <Group justify="space-between">
            <Text>
              <Trans>
                <b>{publisher.name}</b> invites you to be {role === 'owner' ? t`an owner` : t`a member`}.
              </Trans>
            </Text>
            <Group gap="xs">
              <ActButton
                label={t`Decline`}
                title={t`Decline the invitation of “${publisher.name}”?`}
                act={() =>
                  removeMember({ path: { publisherId: publisher.id, memberId }, throwOnError: true })
                }
                done={t`The invitation is declined.`}
                onDone={reread}
              >{t`The publisher is not notified. An owner can invite you again.`}</ActButton>
              <ActButton
                variant="filled"
                label={t`Accept`}
                title={t`Join “${publisher.name}”?`}
                act={() =>
                  acceptMembership({ path: { publisherId: publisher.id, memberId }, throwOnError: true })
                }
                done={t`You are now a member of ${publisher.name}.`}
                onDone={reread}
              >
                {role === 'owner'
                  ? t`As an owner you may do everything with it. Its members see your name and e-mail address.`
                  : t`As a member you may edit its nodes and publish versions. Its members see your name and e-mail address.`}
              </ActButton>
            </Group>
          </Group>
        </Card>
      ))}
    </Stack>
  );
}

function Memberships({ memberships }: { memberships: readonly MembershipResponse[] }): ReactNode {
  return (
    <Rows
      caption={t`Publishers that you belong to`}
      rows={memberships}
      rowKey={({ member_id }) => member_id}
      columns={[
        {
          title: t`Name`,
          cell: ({ publisher }) => (
            <PageLink to="/desk/publishers/$publisherId" params={{ publisherId: publisher.id }}>
              {publisher.name}
            </PageLink>
          ),
        },
        { title: t`Id`, cell: ({ publisher }) => publisher.id },
        { title: t`Your role`, cell: ({ role }) => <Badge color="gray">{role}</Badge> },
        { title: t`Status`, cell: ({ publisher }) => <StatusBadge status={publisher.status} /> },
        {
          title: t`Members`,
          cell: ({ publisher }) => publisher.members.filter(({ invited }) => !invited).length,
          align: 'right',
        },
        { title: t`Created`, cell: ({ publisher }) => <Time value={publisher.createdAt} /> },
      ]}
    />
  );
}
