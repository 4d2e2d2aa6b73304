import { t } from '@lingui/core/macro';
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getPublisherOptions } from '@atelier/client/react-query';
import type { MemberResponse, PublisherResponse, SessionResponse } from '@atelier/client/api';
import { sessionOptions } from '../../api/session.js';
import { NodeIcon } from '../../parts/node-icon.js';
import { Page } from '../../parts/page.js';
import { Empty, Loaded } from '../../parts/states.js';

export type Desk = {
  publisher: PublisherResponse;
  /** Owners may do everything; members edit nodes and publish. An admin counts as owner. */
  isOwner: boolean;
  /** The reader's own membership; admins may have none. */
  membership: MemberResponse | undefined;
};

export function DeskPage({
  publisherId,
  title,
  text,
  crumbs = [],
  icon,
  actions,
  children,
}: {
  publisherId: string;
  /** Default: the publisher's name. */
  title?: string;
  text?: ReactNode;
  /** Pages between the publisher and this one. */
  crumbs?: readonly { title: string; to: string }[];
  icon?: ReactNode;
  actions?: (desk: Desk) => ReactNode;
  children: (desk: Desk) => ReactNode;
}): ReactNode {
  const { data: session } = useQuery(sessionOptions);
  const query = useQuery(getPublisherOptions({ path: { publisherId } }));
  const publisher = query.data;
  const desk = publisher && session ? deskOf(publisher, session) : undefined;
  const above = { title: publisher?.name ?? publisherId, to: `/desk/publishers/${publisherId}` };
  return (
    <Page
      title={title ?? publisher?.name ?? publisherId}
      text={text}
      crumbs={[{ title: t`My publishers`, to: '/desk' }, ...(title ? [above, ...crumbs] : [])]}
      icon={icon ?? (!title && publisher && <NodeIcon of={publisher} />)}
      actions={desk && actions?.(desk)}
    >
      <Loaded query={query}>
        {(read) =>
          desk ? (
            <>
              <BanNote publisher={read} />
              {children(desk)}
            </>
          ) : (
            <Empty title={t`You do not belong to this publisher`}>
              <Text c="dimmed">{t`Ask one of its owners to invite you, and accept under “My publishers”.`}</Text>
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}

function deskOf(publisher: PublisherResponse, { id, isAdmin }: SessionResponse): Desk | undefined {
  const membership = publisher.members.find(({ user, invited }) => user.id === id && !invited);
  if (!membership && !isAdmin) return undefined;
  return { publisher, membership, isOwner: membership?.role === 'owner' || isAdmin };
}

function BanNote({ publisher }: { publisher: PublisherResponse }): ReactNode {
  if (publisher.status !== 'PublisherStatusBanned') return null;
  return (
    <Alert
      color="red"
      variant="light"
      title={t`This publisher is banned`}
    >{t`Its nodes are hidden and nothing can be changed. ${publisher.ban_reason ? t`Reason: ${publisher.ban_reason}` : t`No reason was given.`}`}</Alert>
  );
}
