import { LANGUAGE_KEY, LANGUAGES } from '#language';
import { t } from '@lingui/core/macro';
import {
  type MantineColorScheme,
  NativeSelect,
  type NativeSelectProps,
  useMantineColorScheme,
} from '@mantine/core';
import type { ReactNode } from 'react';

const THEMES = [
  { value: 'auto', label: t`System` },
  { value: 'light', label: t`Light` },
  { value: 'dark', label: t`Dark` },
];
/** Theme and language, which are kept in this browser: they matter before signing in, too. */
export function Appearance(props: Pick<NativeSelectProps, 'px' | 'py'>): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <NativeSelect
        label={t`Theme`}
        data={THEMES}
        value={colorScheme}
        onChange={({ currentTarget }) => setColorScheme(currentTarget.value as MantineColorScheme)}
        {...props}
      />
      <NativeSelect
        label={t`Language`}
        data={[{ value: '', label: t`System` }, ...LANGUAGES]}
        value={localStorage.getItem(LANGUAGE_KEY) ?? ''}
        onChange={({ currentTarget }) => {
          localStorage.setItem(LANGUAGE_KEY, currentTarget.value);
          window.location.reload();
        }}
        {...props}
      />
    </>
  );
}
