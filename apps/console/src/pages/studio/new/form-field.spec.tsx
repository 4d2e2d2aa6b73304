import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, within } from '@testing-library/react';
import { FormField } from './form-field.js';
import type { Field, Value } from '../../../parts/form/field.js';

const screen = within(document.body);

const field = (more: Partial<Field>): Field => ({
  path: 'strength',
  control: 'text',
  isWhole: false,
  isRequired: false,
  ...more,
});

/** Draws the field; gives the values that it reports. */
function draw(of: Partial<Field>, value?: Value, error?: string): Value[] {
  const reported: Value[] = [];
  render(
    <MantineProvider env="test">
      <FormField
        field={field(of)}
        value={value}
        error={error}
        samples={[]}
        takesPasted={false}
        onChange={(next) => reported.push(next(value))}
      />
    </MantineProvider>,
  );
  return reported;
}

describe('FormField', () => {
  it('types a short text on one line, with what is wrong of it', () => {
    const reported = draw({ maxLength: 100, isRequired: true }, '', 'must not be empty');
    const input = screen.getByRole('textbox');
    expect(input.tagName).toBe('INPUT');
    expect(input.hasAttribute('required')).toBe(true);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('must not be empty')).toBeTruthy();
    fireEvent.change(input, { target: { value: 'warm' } });
    expect(reported).toEqual(['warm']);
  });

  it('says how many characters a longer text has too many', () => {
    draw({ maxLength: 300 }, 'a'.repeat(301));
    expect(screen.getByRole('textbox').tagName).toBe('TEXTAREA');
    expect(screen.getByText('must be at most 300 characters')).toBeTruthy();
  });

  it('slides within a range with a usual value, and types all other numbers', () => {
    draw({ control: 'number', minimum: 0, maximum: 10, default: 5 });
    expect(screen.getByRole('slider').getAttribute('aria-valuenow')).toBe('5');
    cleanup();
    draw({ control: 'number', minimum: 0, maximum: 2 ** 31, default: 5 });
    expect(screen.queryByRole('slider')).toBeNull();
    expect(screen.getByRole('textbox').getAttribute('placeholder')).toBe('5');
  });

  it('slides in fractions within a narrow range', () => {
    const reported = draw({ control: 'number', minimum: 0, maximum: 1, default: 0.5 });
    fireEvent.keyDown(screen.getByRole('slider'), { key: 'ArrowRight' });
    expect(reported).toEqual([0.55]);
  });

  it('switches where the service has a usual value, and leaves the choice to it elsewhere', () => {
    const reported = draw({ control: 'switch', default: true });
    fireEvent.click(screen.getByRole('switch'));
    expect(reported).toEqual([false]);
    cleanup();
    draw({ control: 'switch' });
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.getByPlaceholderText('Default')).toBeTruthy();
  });

  it('reports a choice with the type of the schema', () => {
    const reported = draw({ control: 'choice', enum: [5, 10], default: 5 });
    fireEvent.click(screen.getByRole('combobox'));
    fireEvent.click(screen.getByRole('option', { name: /10/, hidden: true }));
    expect(reported).toEqual([10]);
  });
});
