import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getUserQueryKey, listUsersInfiniteQueryKey } from '@atelier/client/react-query';
import {
  deleteUser,
  type InvitationResponse,
  inviteUser,
  updateUser,
  type UpdateUserRequest,
  type UserResponse,
} from '@atelier/client/api';
import { ActMenu } from '../../../parts/act-menu.js';
import { ActButton } from '../../../parts/act-button.js';
import { ReasonedAct } from '../../../parts/reasoned-act.js';
import { QueueWeight } from './queue-weight.js';

export function UserActs({
  user,
  onInvited,
}: {
  user: UserResponse;
  onInvited: (invitation: InvitationResponse) => void;
}): ReactNode {
  const { id, name, isAdmin, isApproved, isSuspended } = user;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const reload = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: listUsersInfiniteQueryKey() });
    await queries.invalidateQueries({ queryKey: getUserQueryKey({ path: { userId: id } }) });
  };
  const shared = { id, onDone: reload };
  const invite = !isSuspended && (
    <ActButton
      label={t`New link to sign in`}
      title={t`Make a new link for ${name}?`}
      confirm={t`Make a link`}
      act={async () => onInvited((await inviteUser({ path: { userId: id }, throwOnError: true })).data)}
      done={t`There is a new link.`}
      onDone={reload}
    >{t`It works once, within seven days. A previous unused link stops working.`}</ActButton>
  );
  const approve = (
    <Change
      {...shared}
      change={{ isApproved: true }}
      label={t`Approve`}
      title={t`Approve ${name}?`}
      done={t`${name} is approved.`}
    >{t`${name} may create publishers then, and publish nodes in them.`}</Change>
  );
  return (
    <>
      {isApproved ? invite : approve}
      <ActMenu>
        {!isApproved && invite}
        {isAdmin ? (
          <Change
            {...shared}
            change={{ isAdmin: false }}
            label={t`Take the admin role away`}
            title={t`Take the admin role of ${name} away?`}
            confirm={t`Take it away`}
            isDangerous
            done={t`${name} is no longer an admin.`}
          >{t`${name} can no longer open the admin pages after five seconds. Publishers and tasks of ${name} are not changed.`}</Change>
        ) : (
          <Change
            {...shared}
            change={{ isAdmin: true }}
            label={t`Make an admin`}
            title={t`Make ${name} an admin?`}
            done={t`${name} is an admin.`}
          >{t`Admins see and change everything: users, publishers, nodes, the queue. ${name} has to sign in again for it.`}</Change>
        )}
        <QueueWeight user={user} onDone={reload} />
        {isSuspended ? (
          <Change
            {...shared}
            change={{ isSuspended: false }}
            label={t`Lift the suspension`}
            title={t`Let ${name} in again?`}
            done={t`${name} may sign in again.`}
          >{t`Tokens and sessions that have not expired work again.`}</Change>
        ) : (
          <Change
            {...shared}
            change={{ isSuspended: true }}
            label={t`Suspend`}
            title={t`Suspend ${name}?`}
            isDangerous
            done={t`${name} is suspended.`}
          >{t`Within five seconds every session and token of ${name} stops working, and ${name} cannot sign in. Running tasks continue, and publishers and nodes are not changed. You can lift the suspension later.`}</Change>
        )}
        {isApproved && (
          <Change
            {...shared}
            change={{ isApproved: false }}
            label={t`Withdraw the approval`}
            title={t`Withdraw the approval of ${name}?`}
            confirm={t`Withdraw it`}
            isDangerous
            done={t`${name} is waiting for approval.`}
          >{t`Where the service asks for approval, ${name} can no longer create publishers. Existing ones stay.`}</Change>
        )}
        <ActButton
          label={t`Delete`}
          title={t`Delete ${name}?`}
          confirm={t`Delete for good`}
          isDangerous
          act={() => deleteUser({ path: { userId: id }, throwOnError: true })}
          done={t`${name} is deleted.`}
          onDone={async () => {
            await queries.invalidateQueries({ queryKey: listUsersInfiniteQueryKey() });
            await navigate({ to: '/admin/users' });
          }}
        >{t`Name, e-mail address, tokens and sessions of ${name} are deleted for good; tasks, publishers and the audit log keep a nameless reference. While ${name} is the only owner of a publisher, this is refused: transfer or delete the publisher first.`}</ActButton>
      </ActMenu>
    </>
  );
}

function Change({
  id,
  change,
  ...button
}: { id: string; change: Omit<UpdateUserRequest, 'reason'> } & Omit<
  Parameters<typeof ReasonedAct>[0],
  'act'
>): ReactNode {
  return (
    <ReasonedAct
      {...button}
      act={(reason) => updateUser({ path: { userId: id }, body: { ...change, reason }, throwOnError: true })}
    />
  );
}
