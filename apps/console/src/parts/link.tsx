import { Anchor, type AnchorProps, Badge, type BadgeProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Native<Own> = Own & { ref?: Ref<HTMLAnchorElement> } & Omit<
    AnchorHTMLAttributes<HTMLAnchorElement>,
    keyof Own
  >;

/** A link to a page: `<PageLink to="/registry/nodes/$nodeId" params={{ nodeId }}>`; paths, parameters and search are type-checked. */
export const PageLink = createLink((props: Native<AnchorProps>) => <Anchor {...props} />);

/** Like `PageLink`, styled as a button. */
export const ButtonLink = createLink((props: Native<ButtonProps>) => <Button component="a" {...props} />);

/** Like `PageLink`, styled as a badge. */
export const BadgeLink = createLink((props: Native<BadgeProps>) => <Badge component="a" {...props} />);

/** A button to a further page about the same thing. */
export const FurtherLink = createLink(({ label, ...props }: Native<ButtonProps> & { label: string }) => (
  <Button component="a" variant="default" {...props}>
    {label}
  </Button>
));
