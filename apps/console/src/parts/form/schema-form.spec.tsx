import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, waitFor, within } from '@testing-library/react';
import { ApiError } from '../../api/api-error.js';
import type { Field } from './field.js';
import { SchemaForm } from './schema-form.js';
import type { FieldsProps } from './use-fields.js';

type Body = { name: string; note?: string; stars?: number | null; os?: string[] };

const screen = within(document.body);
const shared = { isWhole: false, isRequired: false };
const SCHEMA: readonly Field[] = [
  { ...shared, path: 'name', control: 'text', isRequired: true, maxLength: 100, description: 'Who it is.' },
  { ...shared, path: 'note', control: 'text', maxLength: 100 },
  { ...shared, path: 'stars', control: 'figure', isNullable: true },
  { ...shared, path: 'os', control: 'words' },
];

function draw(save: (body: Body) => Promise<unknown>, props: Partial<FieldsProps<Body>> = {}): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <SchemaForm<Body>
          schema={SCHEMA}
          fields={['name', { path: 'note', label: 'A note' }, 'stars', 'os']}
          save={save}
          {...props}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
}
const fill = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
const submit = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('SchemaForm', () => {
  it('sends what was entered, and leaves the rest to the service', async () => {
    const save = vi.fn(() => Promise.resolve());
    draw(save);
    expect(screen.getByText('Who it is.')).toBeTruthy();
    fill('Name', ' Ada ');
    submit();
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(save.mock.calls[0]).toMatchObject([{ name: 'Ada' }]);
    expect(Object.keys((save.mock.calls as unknown as [Body][])[0]?.[0] ?? {})).toEqual(['name']);
  });

  it('sends nothing without what is required, and says so at the field', () => {
    const save = vi.fn(() => Promise.resolve());
    draw(save);
    submit();
    expect(save).not.toHaveBeenCalled();
    expect(screen.getByText('This field is required.')).toBeTruthy();
  });

  it('saves a change only, with what was emptied', async () => {
    const save = vi.fn(() => Promise.resolve());
    draw(save, { initial: { name: 'Ada', note: 'Old', stars: 3, os: ['Linux'] }, isEdit: true });
    expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true);
    fill('A note', '');
    fill('Stars', '');
    submit();
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(save.mock.calls[0]).toMatchObject([{ name: 'Ada', note: '', stars: null, os: ['Linux'] }]);
  });

  it.each([
    ['at the field that it names', 'invalid_request', 'note must be shorter', 'must be shorter'],
    ['at the field that its code is about', 'name_taken', 'Another one has it.', 'Another one has it.'],
    ['below the fields otherwise', 'in_use', 'It is in use.', 'It is in use.'],
  ])('shows a refusal %s', async (_, code, message, shown) => {
    draw(() => Promise.reject(new ApiError(message, code, 400, undefined)), {
      codes: { name_taken: 'name' },
      initial: { name: 'Ada' },
    });
    submit();
    expect(await screen.findByText(shown)).toBeTruthy();
    expect(screen.queryAllByRole('alert')).toHaveLength(code === 'in_use' ? 1 : 0);
  });
});
