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
      label="New link to sign in"
      title={`Make a new link for ${name}?`}
      confirm="Make a link"
      act={async () => onInvited((await inviteUser({ path: { userId: id }, throwOnError: true })).data)}
      done="There is a new link."
      onDone={reload}
    >
      It works once, within seven days. A previous unused link stops working.
    </ActButton>
  );
  const approve = (
    <Change
      {...shared}
      change={{ isApproved: true }}
      label="Approve"
      title={`Approve ${name}?`}
      done={`${name} is approved.`}
    >
      {name} may create publishers then, and publish nodes in them.
    </Change>
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
            label="Take the admin role away"
            title={`Take the admin role of ${name} away?`}
            confirm="Take it away"
            isDangerous
            done={`${name} is no longer an admin.`}
          >
            {name} can no longer open the admin pages after five seconds. Publishers and tasks of {name} are
            not changed.
          </Change>
        ) : (
          <Change
            {...shared}
            change={{ isAdmin: true }}
            label="Make an admin"
            title={`Make ${name} an admin?`}
            done={`${name} is an admin.`}
          >
            Admins see and change everything: users, publishers, nodes, the queue. {name} has to sign in again
            for it.
          </Change>
        )}
        <QueueWeight user={user} onDone={reload} />
        {isSuspended ? (
          <Change
            {...shared}
            change={{ isSuspended: false }}
            label="Lift the suspension"
            title={`Let ${name} in again?`}
            done={`${name} may sign in again.`}
          >
            Tokens and sessions that have not expired work again.
          </Change>
        ) : (
          <Change
            {...shared}
            change={{ isSuspended: true }}
            label="Suspend"
            title={`Suspend ${name}?`}
            isDangerous
            done={`${name} is suspended.`}
          >
            Within five seconds every session and token of {name} stops working, and {name} cannot sign in.
            Running tasks continue, and publishers and nodes are not changed. You can lift it again.
          </Change>
        )}
        {isApproved && (
          <Change
            {...shared}
            change={{ isApproved: false }}
            label="Withdraw the approval"
            title={`Withdraw the approval of ${name}?`}
            confirm="Withdraw it"
            isDangerous
            done={`${name} is waiting for approval.`}
          >
            Where the service asks for approval, {name} can create no more publishers. Those that exist stay.
          </Change>
        )}
        <ActButton
          label="Delete"
          title={`Delete ${name}?`}
          confirm="Delete for good"
          isDangerous
          act={() => deleteUser({ path: { userId: id }, throwOnError: true })}
          done={`${name} is deleted.`}
          onDone={async () => {
            await queries.invalidateQueries({ queryKey: listUsersInfiniteQueryKey() });
            await navigate({ to: '/admin/users' });
          }}
        >
          Name, e-mail address, tokens and sessions of {name} are deleted for good; tasks, publishers and the
          audit log keep a nameless reference. While {name} is the only owner of a publisher, this is refused:
          transfer or delete the publisher first.
        </ActButton>
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
