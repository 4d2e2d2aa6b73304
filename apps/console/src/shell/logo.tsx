import type { ReactNode } from 'react';

/** The mark of Atelier: an easel, with a node as its crossbar. Also `public/icon.svg`. */
export function Logo(): ReactNode {
  return (
    <svg viewBox="0 0 32 32" width={28} height={28} aria-hidden>
      <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
      <path
        d="M8.5 25 16 6.5 23.5 25M10.6 19.5h3M18.4 19.5h3"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="19.5" r="2.4" fill="#fff" />
    </svg>
  );
}
