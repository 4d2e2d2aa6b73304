import { t } from '@lingui/core/macro';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { createContext, type ReactNode, type RefObject, useRef } from 'react';

/** The button of the menu that an act is in: it gets the focus after the dialog of the act. */
export const ActMenuContext = createContext<RefObject<HTMLButtonElement | null> | undefined>(undefined);

/** Acts that are needed seldom: each `ActButton` in it is an entry. */
export function ActMenu({ label = t`More`, children }: { label?: string; children: ReactNode }): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  return (
    // The dialogs of the acts are its children, and stay when it closes.
    <Menu position="bottom-end" keepMounted keepMountedMode="display-none">
      <Menu.Target>
        <Button ref={button} variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ActMenuContext value={button}>{children}</ActMenuContext>
      </Menu.Dropdown>
    </Menu>
  );
}
