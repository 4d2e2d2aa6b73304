import { Button, type ButtonProps } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** A link to where else to look, such as the log of the service; nothing without an address. */
export function OutsideLink({
  href,
  label,
  ...button
}: { href: string | null | undefined; label: string } & ButtonProps): ReactNode {
  if (!href) return null;
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noreferrer"
      variant="default"
      rightSection={<IconExternalLink size={16} aria-hidden />}
      {...button}
    >
      {label}
    </Button>
  );
}
