import { t } from '@lingui/core/macro';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { listUsersOptions } from '@atelier/client/react-query';

const TYPING_MS = 300;
const USERS_OFFERED = 20;

export function UserSelect({
  label,
  placeholder,
  user,
  change,
}: {
  label: string;
  placeholder: string;
  user: string | undefined;
  change: (id: string | undefined) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const [typed] = useDebouncedValue(text, TYPING_MS);
  const { data: found } = useQuery(listUsersOptions({ query: { search: typed, limit: USERS_OFFERED } }));
  const { data: chosen } = useQuery({
    ...listUsersOptions({ query: { search: user ?? '', limit: 1 } }),
    enabled: user !== undefined,
  });
  const users = new Map(
    [...(user === undefined ? [] : (chosen?.users ?? [])), ...(found?.users ?? [])].map(
      ({ id, name, email }) => [id, email ? `${name} (${email})` : name],
    ),
  );
  if (user !== undefined && !users.has(user)) users.set(user, user);
  return (
    <Select
      label={label}
      placeholder={placeholder}
      clearable
      searchable
      w={{ base: '100%', xs: 200 }}
      nothingFoundMessage={t`No user with that name`}
      filter={({ options }) => options}
      data={[...users].map(([value, label]) => ({ value, label }))}
      value={user ?? null}
      onSearchChange={setText}
      onChange={(id) => change(id ?? undefined)}
    />
  );
}
