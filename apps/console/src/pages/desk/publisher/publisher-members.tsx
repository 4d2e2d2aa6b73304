import { t } from '@lingui/core/macro';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  changeMemberRole,
  inviteMember,
  type InviteMemberRequest,
  type MemberResponse,
  removeMember,
} from '@atelier/client/api';
import { inviteMemberForm } from '../../../api/generated/bodies/inviteMember.js';
import { sessionOptions } from '../../../api/session.js';
import { ActButton } from '../../../parts/act-button.js';
import { SchemaForm } from '../../../parts/form/schema-form.js';
import { Panel } from '../../../parts/panel.js';
import { Rows } from '../../../parts/rows.js';
import type { Desk } from '../desk-page.js';

const USER_ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

type MemberProps = { desk: Desk; member: MemberResponse };

/** The members of a publisher. Owners invite, change roles and remove; every member may leave. */
export function PublisherMembers({ desk }: { desk: Desk }): ReactNode {
  const { data: session } = useQuery(sessionOptions);
  return (
    <Stack>
      <Rows
        caption={t`Members of this publisher`}
        rows={desk.publisher.members}
        rowKey={({ id }) => id}
        columns={[
          {
            title: t`Name`,
            cell: (member) => (
              <Group gap="xs">
                {nameOf(member)}
                {member.user.id === session?.id && <Badge color="gray">{t`you`}</Badge>}
                {member.invited && <Badge color="blue">{t`invited`}</Badge>}
              </Group>
            ),
          },
          { title: t`E-mail`, text: ({ user }) => user.name && user.email },
          { title: t`Role`, text: ({ role }) => (role === 'owner' ? t`Owner` : t`Member`) },
          {
            title: t`Actions`,
            acts: (member) =>
              (desk.isOwner || member === desk.membership) && (
                <>
                  {desk.isOwner && !member.invited && <ChangeRole desk={desk} member={member} />}
                  <Remove desk={desk} member={member} />
                </>
              ),
          },
        ]}
      />
      {desk.isOwner && <Invite publisherId={desk.publisher.id} />}
    </Stack>
  );
}

function ChangeRole({ desk: { publisher }, member }: MemberProps): ReactNode {
  const name = nameOf(member);
  const path = { publisherId: publisher.id, memberId: member.id };
  const shared = { size: 'xs', ...(member.role === 'owner' ? asMember(name) : asOwner(name)) } as const;
  const role = member.role === 'owner' ? 'member' : 'owner';
  return <ActButton {...shared} act={() => changeMemberRole({ path, body: { role }, throwOnError: true })} />;
}

function asOwner(name: string) {
  return {
    label: t`Make owner`,
    'aria-label': t`Make owner: ${name}`,
    title: t`Make ${name} an owner?`,
    children: t`An owner may do everything: delete nodes and versions, invite and remove members, make tokens, transfer the publisher.`,
    done: t`${name} is an owner now.`,
  };
}

function asMember(name: string) {
  return {
    label: t`Make member`,
    'aria-label': t`Make member: ${name}`,
    title: t`Make ${name} a member?`,
    children: t`A member may edit nodes and publish versions, and no longer delete, invite, or make tokens.`,
    done: t`${name} is a member now.`,
  };
}

function Remove({ desk: { publisher, membership }, member }: MemberProps): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const isSelf = member === membership;
  const leave = async (): Promise<void> => {
    await navigate({ to: '/desk' });
    await queries.invalidateQueries();
  };
  const path = { publisherId: publisher.id, memberId: member.id };
  return (
    <ActButton
      size="xs"
      isDangerous
      {...removalOf(member, publisher.name, isSelf)}
      act={() => removeMember({ path, throwOnError: true })}
      onDone={isSelf ? leave : undefined}
    />
  );
}

function removalOf(member: MemberResponse, publisher: string, isSelf: boolean) {
  const name = nameOf(member);
  if (isSelf)
    return {
      label: t`Leave`,
      title: t`Leave “${publisher}”?`,
      children: t`You can no longer edit its nodes or publish there. An owner can invite you again.`,
      done: t`You have left ${publisher}.`,
    };
  if (member.invited)
    return {
      label: t`Withdraw`,
      'aria-label': t`Withdraw the invitation of ${name}`,
      title: t`Withdraw the invitation of ${name}?`,
      children: t`It can no longer be accepted.`,
      done: t`The invitation is withdrawn.`,
    };
  return {
    label: t`Remove`,
    'aria-label': t`Remove ${name}`,
    title: t`Remove ${name} from “${publisher}”?`,
    children: t`They can no longer edit its nodes or publish there. What they published stays.`,
    done: t`${name} is no longer a member.`,
  };
}

function Invite({ publisherId }: { publisherId: string }): ReactNode {
  return (
    <Panel title={t`Invite a member`}>
      <SchemaForm<InviteMemberRequest>
        schema={inviteMemberForm}
        columns={2}
        fields={[
          {
            path: 'email',
            label: t`E-mail address or user id`,
            description: '',
            placeholder: 'bob@example.com',
            isRequired: true,
          },
          {
            path: 'role',
            description: '',
            choices: { member: t`Member: edits nodes and publishes`, owner: t`Owner: may do everything` },
          },
        ]}
        check={({ email = '' }): Record<string, string> =>
          email.includes('@') || USER_ID.test(email)
            ? {}
            : { email: t`Enter an e-mail address or a user id.` }
        }
        save={async ({ email = '', role = 'member' }) => {
          const body = { ...(email.includes('@') ? { email } : { user_id: email }), role };
          await inviteMember({ path: { publisherId }, body, throwOnError: true });
          notifications.show({
            message: t`The invitation of ${email} is open. Ask them to sign in and accept it under “My publishers”.`,
          });
        }}
        label={t`Invite`}
      >
        <Text
          size="sm"
          c="dimmed"
        >{t`No e-mail is sent. The invitation waits under “My publishers” of the person who has this address, or will have it.`}</Text>
      </SchemaForm>
    </Panel>
  );
}

function nameOf({ user }: MemberResponse): string {
  return user.name || user.email || user.id || t`Unknown user`;
}
