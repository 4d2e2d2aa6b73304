import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { listUsersInfiniteQueryKey } from '@atelier/client/react-query';
import {
  deleteUser,
  type InvitationResponse,
  inviteUser,
  updateUser,
  type UpdateUserRequest,
  type UserResponse,
} from '@atelier/client/api';
import { updateUserForm } from '../../../api/generated/bodies/updateUser.js';
import { ActButton } from '../../../parts/act-button.js';
import { ActMenu } from '../../../parts/act-menu.js';
import { ReasonedAct } from '../../../parts/reasoned-act.js';

/** The usual act as a button, the others in a menu. */
export function UserActs({
  user,
  onInvited,
}: {
  user: UserResponse;
  onInvited: (invitation: InvitationResponse) => void;
}): ReactNode {
  const { id: userId, name, isApproved, isSuspended } = user;
  const invite = !isSuspended && (
    <ActButton
      label={t`New link to sign in`}
      title={t`Make a new link for ${name}?`}
      confirm={t`Make a link`}
      act={async () => onInvited((await inviteUser({ path: { userId }, throwOnError: true })).data)}
      done={t`There is a new link.`}
    >{t`It works once, within seven days. A previous unused link stops working.`}</ActButton>
  );
  const approval = <Change userId={userId} {...approvalOf(user)} />;
  return (
    <>
      {isApproved ? invite : approval}
      <ActMenu>
        {!isApproved && invite}
        <Change userId={userId} {...roleOf(user)} />
        <ActButton<UpdateUserRequest>
          label={t`Weight in the queue`}
          title={t`How often do tasks of ${name} get a turn?`}
          confirm={t`Set the weight`}
          schema={updateUserForm}
          fields={[
            {
              path: 'queueWeight',
              label: t`Weight`,
              description: t`From 0.1 to 10. The default is 1.`,
              isRequired: true,
            },
            'reason',
          ]}
          initial={{ queueWeight: user.queueWeight }}
          isEdit
          act={(body) => updateUser({ path: { userId }, body, throwOnError: true })}
          done={t`The weight of ${name} is changed.`}
        >{t`Users take turns while tasks wait. A user of weight 2 starts two tasks for each one of a user of weight 1.`}</ActButton>
        <Change userId={userId} {...suspensionOf(user)} />
        {isApproved && approval}
        <DeleteUser user={user} />
      </ActMenu>
    </>
  );
}

type ChangeProps = Omit<ComponentProps<typeof ReasonedAct>, 'act'> & { change: UpdateUserRequest };

function Change({ userId, change, ...button }: ChangeProps & { userId: string }): ReactNode {
  return (
    <ReasonedAct
      {...button}
      act={(reason) => updateUser({ path: { userId }, body: { ...change, reason }, throwOnError: true })}
    />
  );
}

function approvalOf({ name, isApproved }: UserResponse): ChangeProps {
  if (!isApproved)
    return {
      change: { isApproved: true },
      label: t`Approve`,
      title: t`Approve ${name}?`,
      done: t`${name} is approved.`,
      children: t`${name} may create publishers then, and publish nodes in them.`,
    };
  return {
    change: { isApproved: false },
    label: t`Withdraw the approval`,
    title: t`Withdraw the approval of ${name}?`,
    confirm: t`Withdraw it`,
    isDangerous: true,
    done: t`${name} is waiting for approval.`,
    children: t`Where the service asks for approval, ${name} can no longer create publishers. Existing ones stay.`,
  };
}

function roleOf({ name, isAdmin }: UserResponse): ChangeProps {
  if (!isAdmin)
    return {
      change: { isAdmin: true },
      label: t`Make an admin`,
      title: t`Make ${name} an admin?`,
      done: t`${name} is an admin.`,
      children: t`Admins see and change everything: users, publishers, nodes, the queue. ${name} has to sign in again for it.`,
    };
  return {
    change: { isAdmin: false },
    label: t`Take the admin role away`,
    title: t`Take the admin role of ${name} away?`,
    confirm: t`Take it away`,
    isDangerous: true,
    done: t`${name} is no longer an admin.`,
    children: t`${name} can no longer open the admin pages after five seconds. Publishers and tasks of ${name} are not changed.`,
  };
}

function suspensionOf({ name, isSuspended }: UserResponse): ChangeProps {
  if (isSuspended)
    return {
      change: { isSuspended: false },
      label: t`Lift the suspension`,
      title: t`Let ${name} in again?`,
      done: t`${name} may sign in again.`,
      children: t`Tokens and sessions that have not expired work again.`,
    };
  return {
    change: { isSuspended: true },
    label: t`Suspend`,
    title: t`Suspend ${name}?`,
    isDangerous: true,
    done: t`${name} is suspended.`,
    children: t`Within five seconds every session and token of ${name} stops working, and ${name} cannot sign in. Running tasks continue, and publishers and nodes are not changed. You can lift the suspension later.`,
  };
}

function DeleteUser({ user: { id: userId, name } }: { user: UserResponse }): ReactNode {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <ActButton
      label={t`Delete`}
      title={t`Delete ${name}?`}
      confirm={t`Delete for good`}
      isDangerous
      act={() => deleteUser({ path: { userId }, throwOnError: true })}
      done={t`${name} is deleted.`}
      onDone={async () => {
        await queries.invalidateQueries({ queryKey: listUsersInfiniteQueryKey() });
        await navigate({ to: '/admin/users' });
      }}
    >{t`Name, e-mail address, tokens and sessions of ${name} are deleted for good; tasks, publishers and the audit log keep a nameless reference. While ${name} is the only owner of a publisher, this is refused: transfer or delete the publisher first.`}</ActButton>
  );
}
