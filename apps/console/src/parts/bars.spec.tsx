import { MantineProvider } from '@mantine/core';
import { fireEvent, render, within } from '@testing-library/react';
import { Bars } from './bars.js';

const screen = within(document.body);

describe('Bars', () => {
  it('tells each bar to those who go along it with the keys', () => {
    render(
      <MantineProvider env="test">
        <Bars
          label="Tasks of three days"
          bars={[
            { label: '1 Nov', value: 4 },
            { label: '2 Nov', value: 1_200, bad: 7 },
            { label: '3 Nov', value: 0 },
          ]}
        />
      </MantineProvider>,
    );
    const chart = screen.getByRole('slider', { name: 'Tasks of three days' });
    expect(chart.getAttribute('aria-valuetext')).toBe('3 Nov: 0');
    fireEvent.keyDown(chart, { key: 'ArrowLeft' });
    expect(chart.getAttribute('aria-valuetext')).toBe('2 Nov: 1,200, 7 failed');
    fireEvent.keyDown(chart, { key: 'Home' });
    expect(chart.getAttribute('aria-valuetext')).toBe('1 Nov: 4');
    fireEvent.keyDown(chart, { key: 'ArrowLeft' });
    expect(chart.getAttribute('aria-valuenow')).toBe('0');
  });
});
