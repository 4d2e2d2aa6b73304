import { t } from '@lingui/core/macro';
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getUserOptions } from '@atelier/client/react-query';
import { ButtonLink } from '../../../../parts/link.js';
import { Page } from '../../../../parts/page.js';
import { Section } from '../../../../parts/section.js';
import { Failure, Waiting } from '../../../../parts/states.js';
import { CreditStatement } from './credit-statement.js';
import { GiveGrant } from './give-grant.js';
import { GrantList } from './grant-list.js';
import { Payment } from './payment.js';
import { UserCredits } from './user-credits.js';
import { UserLimits } from './user-limits.js';

const route = getRouteApi('/signed-in/admin/users/$userId/credits');

export function CreditsPage(): ReactNode {
  const { userId } = route.useParams();
  const user = useQuery(getUserOptions({ path: { userId } }));
  const name = user.data?.name ?? t`User`;
  const isThere = user.data?.deletedAt === null;
  const crumbs = [
    { title: t`Users`, to: '/admin/users' },
    { title: name, to: `/admin/users/${userId}` },
  ];
  return (
    <Page
      title={user.data ? t`Credits of ${name}` : t`Credits`}
      text={t`Every change asks for a reason, and is recorded in the audit log.`}
      crumbs={crumbs}
      actions={
        <ButtonLink
          variant="default"
          to="/admin/audit"
          search={{ kind: 'user', target: userId }}
        >{t`Audit log`}</ButtonLink>
      }
    >
      {user.isPending && <Waiting />}
      {user.isError && <Failure error={user.error} retry={() => void user.refetch()} />}
      {user.data && (
        <>
          <UserCredits userId={userId} />
          {isThere && (
            <Group gap="xs">
              <GiveGrant userId={userId} name={name} />
              <Payment userId={userId} name={name} />
            </Group>
          )}
          <Section size="h3" title={t`Limits`}>
            <UserLimits userId={userId} name={name} canSet={isThere} />
          </Section>
          <Section size="h3" title={t`Grants`}>
            <GrantList userId={userId} canChange={isThere} />
          </Section>
          <Section size="h3" title={t`Statement`}>
            <CreditStatement userId={userId} />
          </Section>
        </>
      )}
    </Page>
  );
}
