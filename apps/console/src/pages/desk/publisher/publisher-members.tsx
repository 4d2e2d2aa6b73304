import { t } from '@lingui/core/macro';
import { Alert, Badge, Button, Group, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { fieldProblems } from '../../../api/field-problems.js';
import { getPublisherQueryKey, listOwnPublishersQueryKey } from '@atelier/client/react-query';
import { changeMemberRole, inviteMember, type MemberResponse, removeMember } from '@atelier/client/api';
import { sessionOptions } from '../../../api/session.js';
import { ActButton } from '../../../parts/act-button.js';
import { Rows } from '../../../parts/rows.js';
import { Failure } from '../../../parts/states.js';
import type { Desk } from '../desk-page.js';

type Role = MemberResponse['role'];

const USER_ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const ROLES: { value: Role; label: string }[] = [
  { value: 'member', label: t`Member: edits nodes and publishes` },
  { value: 'owner', label: t`Owner: may do everything` },
];

/** The members of a publisher. Owners invite, change roles and remove; every member may leave. */
export function PublisherMembers({ desk }: { desk: Desk }): ReactNode {
  const { data: session } = useQuery(sessionOptions);
  const { members } = desk.publisher;
  return (
    <Stack>
      <Rows
        caption={t`Members of this publisher`}
        rows={members}
        rowKey={({ id }) => id}
        columns={[
          {
            title: t`Who`,
            cell: (member) => (
              <Group gap="xs">
                {nameOf(member)}
                {member.user.id === session?.id && <Badge color="gray">{t`you`}</Badge>}
                {member.invited && <Badge color="blue">{t`invited`}</Badge>}
              </Group>
            ),
          },
          { title: t`E-mail`, cell: ({ user }) => user.email ?? '–' },
          { title: t`Role`, cell: ({ role }) => role },
          {
            title: t`Actions`,
            acts: (member) =>
              (desk.isOwner || isOwn(member, session?.id)) && (
                <MemberActions desk={desk} member={member} ownId={session?.id} />
              ),
          },
        ]}
      />
      {desk.isOwner && <InviteForm publisherId={desk.publisher.id} />}
    </Stack>
  );
}

function MemberActions({
  desk: { publisher, isOwner },
  member,
  ownId,
}: {
  desk: Desk;
  member: MemberResponse;
  ownId: string | undefined;
}): ReactNode {
  const navigate = useNavigate();
  const reread = useReread(publisher.id);
  const path = { publisherId: publisher.id, memberId: member.id };
  const name = nameOf(member);
  const isSelf = isOwn(member, ownId);
  const otherRole: Role = member.role === 'owner' ? 'member' : 'owner';
  const aRole = otherRole === 'owner' ? t`an owner` : 'a member';
  return (
    <>
      {isOwner && !member.invited && (
        <ActButton
          size="xs"
          label={t`Make ${otherRole}`}
          aria-label={t`Make ${otherRole}: ${name}`}
          title={t`Make ${name} ${aRole} of “${publisher.name}”?`}
          act={() => changeMemberRole({ path, body: { role: otherRole }, throwOnError: true })}
          done={t`${name} is ${aRole} now.`}
          onDone={reread}
        >
          {otherRole === 'owner'
            ? t`An owner may do everything: delete nodes and versions, invite and remove members, make tokens, transfer the publisher.`
            : t`A member may edit nodes and publish versions, and no longer delete, invite, or make tokens.`}
        </ActButton>
      )}
      {isSelf ? (
        <ActButton
          size="xs"
          isDangerous
          label={t`Leave`}
          title={t`Leave “${publisher.name}”?`}
          act={() => removeMember({ path, throwOnError: true })}
          done={t`You have left ${publisher.name}.`}
          onDone={async () => {
            await navigate({ to: '/desk' });
            await reread();
          }}
        >{t`You can no longer edit its nodes or publish there. An owner can invite you again.`}</ActButton>
      ) : (
        <ActButton
          size="xs"
          isDangerous
          label={member.invited ? t`Withdraw` : t`Remove`}
          aria-label={`${member.invited ? t`Withdraw the invitation of` : t`Remove`} ${name}`}
          title={
            member.invited
              ? t`Withdraw the invitation of ${name}?`
              : t`Remove ${name} from “${publisher.name}”?`
          }
          act={() => removeMember({ path, throwOnError: true })}
          done={member.invited ? t`The invitation is withdrawn.` : t`${name} is no longer a member.`}
          onDone={reread}
        >
          {member.invited
            ? t`It can no longer be accepted.`
            : t`They can no longer edit its nodes or publish there. What they published stays.`}
        </ActButton>
      )}
    </>
  );
}

function isOwn({ user, invited }: MemberResponse, id: string | undefined): boolean {
  return user.id === id && !invited;
}

function InviteForm({ publisherId }: { publisherId: string }): ReactNode {
  const reread = useReread(publisherId);
  const form = useForm<{ who: string; role: Role }>({
    initialValues: { who: '', role: 'member' },
    validate: {
      who: (who) =>
        who.includes('@') || USER_ID.test(who.trim()) ? null : t`Enter an e-mail address or a user id.`,
    },
  });
  const invite = useMutation({
    mutationFn: ({ who, role }: { who: string; role: Role }) =>
      inviteMember({
        path: { publisherId },
        body: { ...(who.includes('@') ? { email: who.trim() } : { user_id: who.trim() }), role },
        throwOnError: true,
      }),
    onSuccess: async () => {
      form.reset();
      await reread();
    },
    onError: (error) => {
      const { email, user_id: id } = fieldProblems(error, ['email', 'user_id']);
      if (email ?? id) form.setFieldError('who', email ?? id);
    },
  });
  return (
    <Paper>
      <form onSubmit={form.onSubmit((values) => invite.mutate(values))}>
        <Stack gap="sm">
          <Title order={2} size="h4">{t`Invite a member`}</Title>
          <Group align="flex-start" gap="sm">
            <TextInput
              label={t`E-mail address or user id`}
              placeholder="bob@example.com"
              required
              flex="2 1 240px"
              {...form.getInputProps('who')}
            />
            <Select
              label={t`Role`}
              data={ROLES}
              allowDeselect={false}
              flex="1 1 220px"
              {...form.getInputProps('role')}
            />
            <Button type="submit" loading={invite.isPending} mt={{ base: 0, sm: 25 }}>{t`Invite`}</Button>
          </Group>
          <Text
            size="sm"
            c="dimmed"
          >{t`No e-mail is sent. The invitation waits under “My publishers” of the person who has this address, or will have it.`}</Text>
          {invite.isSuccess && (
            <Alert
              variant="light"
              role="status"
            >{t`The invitation of ${invite.variables.who} is open. Ask them to sign in and accept it under “My publishers”.`}</Alert>
          )}
          {invite.isError && !form.errors.who && <Failure error={invite.error} />}
        </Stack>
      </form>
    </Paper>
  );
}

function useReread(publisherId: string): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: getPublisherQueryKey({ path: { publisherId } }) }),
      queries.invalidateQueries({ queryKey: listOwnPublishersQueryKey() }),
    ]);
}

function nameOf({ user }: MemberResponse): string {
  return user.name || user.email || user.id || t`Unknown user`;
}
