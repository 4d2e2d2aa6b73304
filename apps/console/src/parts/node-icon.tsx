import { Image, ThemeIcon } from '@mantine/core';
import { type ReactNode, useState } from 'react';

const HUES = ['blue', 'cyan', 'grape', 'indigo', 'pink', 'teal', 'violet', 'orange'];
/** A prefix that says nothing, as most have it. */
const OF_ALL = /^comfy(?:ui)?[-_ ]*/i;

/** The icon of a node or publisher, or one made from its id. Decorative: its name stands beside it. */
export function NodeIcon({
  of: { id, name, icon_path: icon, logo_path: logo },
  size = 48,
}: {
  of: { id: string; name: string; icon_path?: string; logo_path?: string };
  size?: number;
}): ReactNode {
  const [failed, setFailed] = useState('');
  const path = icon ?? logo ?? '';
  if (path !== '' && failed !== path)
    return (
      <Image
        src={`${path}?width=${size > 64 ? 320 : 128}`}
        alt=""
        w={size}
        h={size}
        radius="md"
        loading="lazy"
        style={{ flexShrink: 0 }}
        onError={() => setFailed(path)}
      />
    );
  const seed = hash(id.toLowerCase());
  const hue = seed % HUES.length;
  const other = (hue + 1 + (Math.floor(seed / HUES.length) % (HUES.length - 1))) % HUES.length;
  return (
    <ThemeIcon
      aria-hidden
      size={size}
      radius="md"
      variant="gradient"
      gradient={{ from: `${HUES[hue]}.7`, to: `${HUES[other]}.9`, deg: seed % 360 }}
      fz={size * 0.4}
      fw={650}
      style={{ flexShrink: 0 }}
    >
      {initials(name)}
    </ThemeIcon>
  );
}

/** `KJNodes for ComfyUI` has `KJ`, `depth-map` `DM`. */
function initials(name: string): string {
  const words = (name.replace(OF_ALL, '') || name)
    .split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter(Boolean);
  const [first = '?', second] = words;
  const [one = '', two = ''] = first;
  return (second && /^\p{Lu}{2}/u.exec(first) === null ? one + [...second][0] : one + two).toUpperCase();
}

function hash(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 2 ** 31, 7);
}
