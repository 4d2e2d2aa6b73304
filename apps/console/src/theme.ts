import { type CSSVariablesResolver, createTheme } from '@mantine/core';

/** The theme of the console. Colours keep a contrast of 4.5 in light and dark mode. */
export const theme = createTheme({
  primaryColor: 'cyan',
  primaryShade: 9,
  autoContrast: true,
  luminanceThreshold: 0.3,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.25' },
      h2: { fontSize: '1.5rem', lineHeight: '1.3' },
      h3: { fontSize: '1.25rem', lineHeight: '1.35' },
      h4: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h5: { fontSize: '0.9375rem', lineHeight: '1.45' },
    },
  },
  components: {
    Anchor: { defaultProps: { underline: 'always' }, styles: { root: { textUnderlineOffset: '0.2em' } } },
    Badge: { defaultProps: { variant: 'light', tt: 'none' } },
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    Card: { defaultProps: { withBorder: true } },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    Modal: {
      // The library uses a `header` element for the title, which a screen reader takes for the page's banner.
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.5 },
        attributes: { header: { role: 'presentation' } },
      },
    },
    Paper: { defaultProps: { withBorder: true, p: 'md' } },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: true } } },
  },
});

const HUES = ['blue', 'cyan', 'gray', 'green', 'orange', 'red', 'yellow'];

/** Filled colours get darker under the pointer: lighter ones would have too little contrast with their text. */
const UNDER_POINTER = {
  '--mantine-color-cyan-filled-hover': 'color-mix(in srgb, var(--mantine-color-cyan-9), black 15%)',
  '--mantine-color-red-filled-hover': 'color-mix(in srgb, var(--mantine-color-red-9), black 15%)',
};

/** Readable dimmed texts, texts on pale colours and field errors: the library's own have a contrast of 3.3 and 3.6. */
export const quietTexts: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    ...UNDER_POINTER,
    ...Object.fromEntries(
      HUES.map((hue) => [
        `--mantine-color-${hue}-light-color`,
        `color-mix(in srgb, var(--mantine-color-${hue}-9), black 30%)`,
      ]),
    ),
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    ...UNDER_POINTER,
  },
});
