import { plural, t } from '@lingui/core/macro';
import { List, NumberInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { freeStorage, type FreedStorageResponse } from '@atelier/client/api';
import { bytes } from '../../parts/numbers.js';
import { ReasonedAct } from '../../parts/reasoned-act.js';
import { Failure } from '../../parts/states.js';
import { UserSelect } from './user-select.js';

const DAY_MS = 86_400_000;
const USERS_NAMED = 3;

/** Removes the results of old tasks; its dialog says beforehand which, and how much that frees. */
export function RemoveResults({ onDone }: { onDone?: () => unknown }): ReactNode {
  const [days, setDays] = useState<number | string>(30);
  const [user, setUser] = useState<string>();
  // That of the page, so that the preview and the act are about the same tasks.
  const [now] = useState(() => Date.now());
  const asked = {
    what: 'results' as const,
    ended_before: new Date(now - Number(days) * DAY_MS).toISOString(),
    ...(user !== undefined && { user_id: user }),
  };
  const isValid = days !== '';
  const preview = useQuery({
    queryKey: ['free', asked],
    queryFn: async ({ signal }) =>
      (await freeStorage({ body: { ...asked, dry_run: true }, signal, throwOnError: true })).data,
    enabled: isValid,
  });
  return (
    <ReasonedAct
      label={t`Remove old results`}
      title={t`Remove the results of old tasks?`}
      confirm={t`Remove`}
      isDangerous
      canAct={isValid && (preview.data?.tasks ?? 0) > 0}
      act={(reason) => freeStorage({ body: { ...asked, reason }, throwOnError: true })}
      done={t`The results are being removed. Large amounts take some minutes.`}
      onDone={onDone}
    >
      <Stack gap="sm">
        <Text size="sm">{t`The tasks lose their files and everything that was sent with them. They stay in lists, statements and usage, and links to their files say that they have expired. This cannot be undone.`}</Text>
        <NumberInput
          data-autofocus
          label={t`Tasks that ended more than this many days ago`}
          min={0}
          max={3_650}
          allowDecimal={false}
          value={days}
          onChange={setDays}
        />
        <UserSelect label={t`User`} placeholder={t`Everyone`} user={user} change={setUser} />
        <div role="status">
          {preview.isError && <Failure error={preview.error} />}
          {preview.data && <Preview freed={preview.data} />}
        </div>
      </Stack>
    </ReasonedAct>
  );
}

function Preview({ freed }: { freed: FreedStorageResponse }): ReactNode {
  const { tasks, files, bytes: size, user_count: users } = freed;
  if (tasks === 0) return <Text size="sm">{t`No results are that old.`}</Text>;
  return (
    <>
      <Text size="sm" fw={600}>
        {t`This frees ${bytes(size)}: ${filesIn(files)} of ${plural(tasks, { one: '# task', other: '# tasks' })}.`}
      </Text>
      <List size="sm">
        {freed.users.slice(0, USERS_NAMED).map((one) => (
          <List.Item key={one.user_id}>
            {t`${nameOf(one)}: ${bytes(one.bytes)} in ${filesIn(one.files)}`}
          </List.Item>
        ))}
        {users > USERS_NAMED && (
          <List.Item>{plural(users - USERS_NAMED, { one: '# more user', other: '# more users' })}</List.Item>
        )}
      </List>
    </>
  );
}

function filesIn(files: number): string {
  return plural(files, { one: '# file', other: '# files' });
}

function nameOf({ user_id: id, user_name: name }: FreedStorageResponse['users'][number]): string {
  return name ?? (id === null ? t`Callers without a token, or deleted users` : id);
}

/** Removes all cached pictures. */
export function EmptyPictures({ onDone }: { onDone: () => unknown }): ReactNode {
  return (
    <ReasonedAct
      label={t`Empty the picture cache`}
      title={t`Empty the picture cache?`}
      confirm={t`Empty`}
      act={(reason) => freeStorage({ body: { what: 'pictures', reason }, throwOnError: true })}
      done={t`The picture cache is being emptied.`}
      onDone={onDone}
    >{t`Pictures that nodes show from other hosts and archives are removed. They are fetched and drawn again when someone looks at them. Uploaded icons and banners stay.`}</ReasonedAct>
  );
}
