// Runs before the page is drawn, so that a dark page does not flash white.
(() => {
  const kept = localStorage.getItem('mantine-color-scheme-value') ?? 'auto';
  const isDark = kept === 'dark' || (kept === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
