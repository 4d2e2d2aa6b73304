/** Shows a notification of the browser; another one with the same tag replaces it. */
export function notice(text: string, tag: string, open?: () => void): void {
  const shown = new Notification(text, { tag, icon: '/console/icon.svg' });
  shown.onclick = () => {
    window.focus();
    shown.close();
    open?.();
  };
}
