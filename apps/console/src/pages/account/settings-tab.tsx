import { t } from '@lingui/core/macro';
import { Alert, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Appearance } from '../../parts/appearance.js';
import { type Notify, useNotify } from '../../parts/ended-tasks.js';
import { Section } from '../../parts/section.js';
import { notice } from '../../parts/notice.js';

const WAYS: readonly { name: keyof Notify; label: string; description: string }[] = [
  {
    name: 'toast',
    label: t`Show a message`,
    description: t`At the edge of the page, when you are on another one.`,
  },
  {
    name: 'bell',
    label: t`Count on the bell`,
    description: t`And in the title of the tab, until you have looked.`,
  },
  {
    name: 'browser',
    label: t`Notify me outside of this tab`,
    description: t`By your browser, when you are elsewhere. It asks for your permission.`,
  },
];

/** How the console looks, and how it tells of tasks; kept in this browser. */
export function SettingsTab({ userId }: { userId: string }): ReactNode {
  const [notify, setNotify] = useNotify(userId);
  const [isBlocked, setBlocked] = useState(false);
  const change = async (name: keyof Notify, isOn: boolean): Promise<void> => {
    const isAllowed = name !== 'browser' || !isOn || (await mayNotify());
    setBlocked(!isAllowed);
    if (isAllowed) setNotify({ ...notify, [name]: isOn });
  };
  return (
    <Stack gap="xl" maw={560}>
      <Section title={t`Appearance`}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Appearance />
        </SimpleGrid>
      </Section>
      <Section title={t`When one of my tasks ends`}>
        {WAYS.map(({ name, label, description }) => (
          <Switch
            key={name}
            label={label}
            description={description}
            checked={notify[name]}
            onChange={({ currentTarget }) => void change(name, currentTarget.checked)}
          />
        ))}
        {isBlocked && (
          <Alert
            color="orange"
            variant="light"
            title={t`Your browser does not allow this`}
            role="alert"
          >{t`Allow notifications of this site in the settings of your browser. It needs HTTPS.`}</Alert>
        )}
      </Section>
      <Text size="sm" c="dimmed">{t`These settings apply in this browser.`}</Text>
    </Stack>
  );
}

/** Asks for the permission, and tries it: some browsers have it and show nothing. */
async function mayNotify(): Promise<boolean> {
  if (!('Notification' in window) || (await Notification.requestPermission()) !== 'granted') return false;
  try {
    notice(t`You will be notified like this.`, 'trial');
    return true;
  } catch {
    return false;
  }
}
