import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Card, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listOwnPublishersOptions } from '@atelier/client/react-query';
import { acceptMembership, type MembershipResponse, removeMember } from '@atelier/client/api';
import { sessionOptions } from '../../api/session.js';
import { ActButton } from '../../parts/act-button.js';
import { ButtonLink, PageLink } from '../../parts/link.js';
import { Page } from '../../parts/page.js';
import { Rows } from '../../parts/rows.js';
import { Section } from '../../parts/section.js';
import { Empty, Loaded } from '../../parts/states.js';
import { TwoLines } from '../../parts/two-lines.js';

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
      <Loaded query={query}>
        {() => (
          <>
            {invitations.length > 0 && <Invitations invitations={invitations} />}
            {memberships.length > 0 ? (
              <Memberships memberships={memberships} />
            ) : (
              <Empty title={t`You belong to no publisher yet`}>
                <Text c="dimmed">{t`Create one to publish nodes, or ask an owner of one to invite you by your e-mail address.`}</Text>
                {session?.isApproved && <ButtonLink to="/desk/new">{t`Create a publisher`}</ButtonLink>}
              </Empty>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Invitations({ invitations }: { invitations: readonly MembershipResponse[] }): ReactNode {
  return (
    <Section title={t`Invitations`}>
      {invitations.map((invitation) => (
        <Card key={invitation.member_id}>
          <Invitation {...invitation} />
        </Card>
      ))}
    </Section>
  );
}

function Invitation({ publisher, member_id: memberId, role }: MembershipResponse): ReactNode {
  const to = { path: { publisherId: publisher.id, memberId }, throwOnError: true } as const;
  return (
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
          act={() => removeMember(to)}
          done={t`The invitation is declined.`}
        >{t`The publisher is not notified. An owner can invite you again.`}</ActButton>
        <ActButton
          variant="filled"
          label={t`Accept`}
          title={t`Join “${publisher.name}”?`}
          act={() => acceptMembership(to)}
          done={t`You are now a member of ${publisher.name}.`}
        >
          {role === 'owner'
            ? t`As an owner you may do everything with it. Its members see your name and e-mail address.`
            : t`As a member you may edit its nodes and publish versions. Its members see your name and e-mail address.`}
        </ActButton>
      </Group>
    </Group>
  );
}

function Memberships({ memberships }: { memberships: readonly MembershipResponse[] }): ReactNode {
  return (
    <Rows
      caption={t`Publishers that you belong to`}
      rows={memberships}
      rowKey={({ member_id }) => member_id}
      isSortable
      columns={[
        {
          title: t`Name`,
          text: ({ publisher }) => publisher.name,
          cell: ({ publisher: { id, name } }) => (
            <TwoLines below={name === id ? '' : id}>
              <PageLink to="/desk/publishers/$publisherId" params={{ publisherId: id }}>
                {name}
              </PageLink>
            </TwoLines>
          ),
        },
        { title: t`Your role`, text: ({ role }) => (role === 'owner' ? t`Owner` : t`Member`) },
        { title: t`Status`, status: ({ publisher }) => publisher.status },
        {
          title: t`Members`,
          number: ({ publisher }) => publisher.members.filter(({ invited }) => !invited).length,
        },
        { title: t`Created`, time: ({ publisher }) => publisher.createdAt },
      ]}
    />
  );
}
