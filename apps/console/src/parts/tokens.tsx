import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Checkbox, Group, Select, Stack, Text } from '@mantine/core';
import type { QueryKey, UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { CreateTokenRequest, LimitsRequest, LimitsResponse, TokenResponse } from '@atelier/client/api';
import { createTokenForm } from '../api/generated/bodies/createToken.js';
import { ActButton } from './act-button.js';
import type { ControlProps } from './form/use-fields.js';
import { SchemaForm } from './form/schema-form.js';
import { SetLimits } from './limits.js';
import { type Column, Rows } from './rows.js';
import { SecretDialog } from './secret-dialog.js';
import { Empty, Failure, Waiting } from './states.js';
import { Time } from './time.js';
import { TwoLines } from './two-lines.js';

type Scope = TokenResponse['scopes'][number];
type Limits = {
  queryKey: QueryKey;
  read: () => Promise<LimitsResponse>;
  set: (limits: LimitsRequest) => Promise<unknown>;
  asksReason?: boolean;
};

const DAY_MS = 86_400_000;
const SCOPES: Record<Scope, { short: string; long: string }> = {
  media: { short: t`Media`, long: t`Make pictures, videos and music, and read their tasks` },
  'registry:read': { short: t`Read registry`, long: t`Read what members of your publishers see` },
  'registry:write': { short: t`Publish`, long: t`Publish and change nodes of your publishers` },
  admin: { short: t`Admin`, long: t`Administer the whole service` },
};
const ENDS = [
  { days: 7, label: t`In 7 days` },
  { days: 30, label: t`In 30 days` },
  { days: 90, label: t`In 90 days` },
  { days: 365, label: t`In a year` },
];
const USUAL_END = 2;

/** Tokens with what they may do, each with the acts on it. */
export function Tokens({
  caption,
  query,
  isShown = () => true,
  empty,
  revoke,
  effect,
  limitsOf,
}: {
  caption: string;
  query: UseQueryResult<TokenResponse[], unknown>;
  isShown?: (token: TokenResponse) => boolean;
  /** What to do when there are none. */
  empty: string;
  revoke: (tokenId: string) => Promise<unknown>;
  /** What happens to programs when a token is revoked. */
  effect: string;
  /** For tokens that may spend credits. */
  limitsOf?: (tokenId: string) => Limits;
}): ReactNode {
  if (query.isPending) return <Waiting />;
  if (query.isError) return <Failure error={query.error} retry={() => void query.refetch()} />;
  const rows = query.data.filter(isShown);
  if (rows.length === 0)
    return (
      <Empty title={t`No tokens yet`}>
        <Text>{empty}</Text>
      </Empty>
    );
  return (
    <Rows
      caption={caption}
      rows={rows}
      rowKey={({ id }) => id}
      isSortable
      columns={[
        ...COLUMNS,
        {
          title: t`Actions`,
          acts: ({ id, name, kind, scopes }) => (
            <>
              {limitsOf && kind === 'token' && scopes.includes('media') && (
                <SetLimits
                  label={t`Limits`}
                  size="xs"
                  aria-label={t`Limits of ${name}`}
                  title={t`Limits of the token “${name}”`}
                  {...limitsOf(id)}
                />
              )}
              <ActButton
                label={t`Revoke`}
                size="xs"
                isDangerous
                aria-label={t`Revoke ${name}`}
                title={kind === 'session' ? t`End this session?` : t`Revoke the token “${name}”?`}
                act={() => revoke(id)}
                done={t`“${name}” is revoked.`}
                onDone={() => query.refetch()}
              >
                {effect}
              </ActButton>
            </>
          ),
        },
      ]}
    />
  );
}

const COLUMNS: readonly Column<TokenResponse>[] = [
  {
    title: t`Name`,
    text: ({ name }) => name,
    cell: ({ name, description, publisher_id: publisher }) => (
      <TwoLines below={[description, publisher && t`only for ${publisher}`].filter(Boolean).join(', ')}>
        {name}
      </TwoLines>
    ),
  },
  {
    title: t`Access`,
    cell: ({ scopes }) => (
      <Group gap={4}>
        {scopes.map((scope) => (
          <Badge key={scope} color={scope === 'admin' ? 'red' : 'gray'} title={scope}>
            {SCOPES[scope].short}
          </Badge>
        ))}
      </Group>
    ),
  },
  { title: t`Created`, time: ({ created_at: at }) => at },
  { title: t`Last used`, time: ({ last_used_at: at }) => at, cell: ({ last_used_at: at }) => timeOr(at) },
  { title: t`Expires`, time: ({ expires_at: at }) => at, cell: ({ expires_at: at }) => timeOr(at) },
];

function timeOr(at: string | null): ReactNode {
  return at === null ? t`never` : <Time value={at} />;
}

/** Makes a token with the chosen scopes: at first all but `admin`. */
export function NewToken({
  scopes,
  create,
}: {
  scopes: readonly Scope[];
  /** Resolves to its text. */
  create: (body: CreateTokenRequest) => Promise<string>;
}): ReactNode {
  const [ends] = useState(() =>
    ENDS.map(({ days, label }) => ({ label, value: new Date(Date.now() + days * DAY_MS).toISOString() })),
  );
  const hint = (
    <Trans>
      Keep it where only the program can read it, and send it as <code>Authorization: Bearer …</code>
    </Trans>
  );
  return (
    <SecretDialog label={t`New token`} secret={{ name: t`token`, hint }}>
      {(show, close) => (
        <SchemaForm<CreateTokenRequest, string>
          schema={createTokenForm}
          fields={[
            { path: 'name', placeholder: t`laptop` },
            'description',
            { path: 'scopes', isRequired: true, control: (props) => <Scopes {...props} scopes={scopes} /> },
            {
              path: 'expires_at',
              control: ({ label, value, onChange }) => (
                <Select
                  label={label}
                  data={[...ends, { value: '', label: t`Never, until it is revoked` }]}
                  value={typeof value === 'string' ? value : ''}
                  onChange={(end) => onChange(end ?? '')}
                  allowDeselect={false}
                />
              ),
            },
          ]}
          initial={{
            scopes: scopes.filter((scope) => scope !== 'admin'),
            ...(ends[USUAL_END] && { expires_at: ends[USUAL_END].value }),
          }}
          save={create}
          onSaved={show}
          label={t`Create the token`}
          cancel={close}
        />
      )}
    </SecretDialog>
  );
}

function Scopes({
  scopes,
  value,
  error,
  onChange,
}: ControlProps<CreateTokenRequest> & { scopes: readonly Scope[] }): ReactNode {
  return (
    <Checkbox.Group
      label={t`Access`}
      error={error}
      value={[...((value ?? []) as readonly string[])]}
      onChange={onChange}
    >
      <Stack gap="xs" mt="xs">
        {scopes.map((scope) => (
          <Checkbox key={scope} value={scope} label={SCOPES[scope].long} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
