import { i18n } from '#language';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, waitFor, within } from '@testing-library/react';
import { ApiError } from '../api/api-error.js';
import { ActButton } from './act-button.js';

const screen = within(document.body);

/** Draws the button, and opens its dialog. */
function openDialog(
  act: () => Promise<unknown>,
  props: { canAct?: boolean; onDone?: () => void } = {},
): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider i18n={i18n}>
        <MantineProvider env="test">
          <ActButton
            label="Delete"
            title="Delete it?"
            confirm="Delete it"
            act={act}
            done="Deleted."
            {...props}
          />
        </MantineProvider>
      </I18nProvider>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
}
const confirm = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Delete it' }));

describe('ActButton', () => {
  it('does nothing until its question is confirmed', () => {
    const act = vi.fn(() => Promise.resolve());
    openDialog(act);
    expect(screen.getByRole('dialog', { name: 'Delete it?' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(act).not.toHaveBeenCalled();
  });

  it('acts once while the act is under way, then closes and says that it is done', async () => {
    let finish = (): void => undefined;
    const act = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const onDone = vi.fn();
    openDialog(act, { onDone });
    confirm();
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Delete it' }).hasAttribute('data-loading')).toBe(true),
    );
    confirm();
    finish();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(act).toHaveBeenCalledTimes(1);
    expect(onDone).toHaveBeenCalledTimes(1);
  });

  it('cannot be confirmed before its fields are filled in', () => {
    openDialog(() => Promise.resolve(), { canAct: false });
    expect(screen.getByRole('button', { name: 'Delete it' }).hasAttribute('disabled')).toBe(true);
  });

  it('stays open with the reason of a refusal, which is gone when it is opened again', async () => {
    openDialog(() => Promise.reject(new ApiError('It is in use.', 'in_use', 409, 'request-1')));
    confirm();
    expect((await screen.findByRole('alert')).textContent).toContain('It is in use.');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
