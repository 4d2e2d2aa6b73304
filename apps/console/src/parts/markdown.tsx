import { t } from '@lingui/core/macro';
import { Anchor, Box, Checkbox, Text, Title, Typography } from '@mantine/core';
import { createContext, type ReactNode, use, useMemo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeSlug from 'rehype-slug';
import remarkGfm from 'remark-gfm';

/** Ids of a text must not be mistaken for those of the page. */
const ID_PREFIX = 'text-';
/** Other sources of a picture would be read from other hosts. */
const TAGS = defaultSchema.tagNames?.filter((tag) => tag !== 'picture' && tag !== 'source');
const NO_PICTURES = {};
/** Whether this is inside a link: links cannot be nested. */
const InLink = createContext(false);
const SCHEMA = { ...defaultSchema, clobberPrefix: ID_PREFIX, ...(TAGS && { tagNames: TAGS }) };

export type MarkdownText = {
  text: string;
  /** What relative links begin with. */
  base?: string;
  /** Paths on this server by the source in the text; other pictures are links. */
  pictures?: Readonly<Record<string, string>>;
  /** Whether its headings are headings of the page. */
  isPage?: boolean;
};

/** Renders a publisher's Markdown with its HTML, without anything that acts or is read from another host. */
export function Markdown({
  text,
  base = '',
  pictures = NO_PICTURES,
  isPage = false,
}: MarkdownText): ReactNode {
  const components = useMemo(
    () => ({ ...headings(isPage), ...SHARED, ...outsideParts(base, pictures) }),
    [isPage, base, pictures],
  );
  return (
    <Typography fz={isPage ? 'md' : 'sm'} style={{ overflowWrap: 'anywhere' }}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rehypeRaw, [rehypeSanitize, SCHEMA], [rehypeSlug, { prefix: ID_PREFIX }]]}
        components={components}
      >
        {text}
      </ReactMarkdown>
    </Typography>
  );
}

const SHARED: Components = {
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
  table: ({ children }) => (
    <Box tabIndex={0} role="group" aria-label={t`Table`} style={{ overflowX: 'auto' }}>
      <table>{children}</table>
    </Box>
  ),
  input: ({ checked }) => (
    <Checkbox
      checked={checked === true}
      readOnly
      size="xs"
      display="inline-block"
      mr={6}
      aria-label={t`Done`}
    />
  ),
};

/** Headings of a page stand below its own; elsewhere they are lines. */
function headings(isPage: boolean): Components {
  const heading =
    (order: 2 | 3 | 4 | 5 | 6): Components['h1'] =>
    ({ id, children }) =>
      isPage ? (
        <Title order={order} id={id} style={{ scrollMarginTop: 72 }}>
          {children}
        </Title>
      ) : (
        <Text component="p" fw={650}>
          {children}
        </Text>
      );
  return { h1: heading(2), h2: heading(3), h3: heading(4), h4: heading(5), h5: heading(6), h6: heading(6) };
}

/** Links open in a new tab, but those within the text. */
function outsideParts(base: string, pictures: Readonly<Record<string, string>>): Components {
  const addressOf = (href: string): string => {
    if (href.startsWith('#')) return `#${ID_PREFIX}${href.slice(1)}`;
    return base === '' || /^\w+:/.test(href) ? href : base + href.replace(/^\.?\//, '');
  };
  return {
    a: ({ href = '', children }) => <Linked address={addressOf(href)}>{children}</Linked>,
    img: ({ src = '', alt, width, height }) => {
      const name = alt || (src.split(/[/?#]/).findLast((part) => part !== '') ?? 'picture');
      const path = pictures[src] ?? pictures[decoded(src)];
      if (path === undefined) return <Linked address={addressOf(src)}>{name}</Linked>;
      return <img src={`${path}?width=1280`} alt={name} width={width} height={height} loading="lazy" />;
    },
  };
}

function Linked({ address, children }: { address: string; children: ReactNode }): ReactNode {
  const isOutside = /^(?:https?|mailto):/i.test(address);
  if (use(InLink) || !(isOutside || address.startsWith('#'))) return children;
  return (
    <Anchor
      href={address}
      inherit
      td="underline"
      {...(isOutside && { target: '_blank', rel: 'noopener noreferrer nofollow' })}
    >
      <InLink value>{children}</InLink>
    </Anchor>
  );
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
