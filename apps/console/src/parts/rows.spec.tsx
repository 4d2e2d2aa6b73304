import { MantineProvider } from '@mantine/core';
import { fireEvent, render, within } from '@testing-library/react';
import { useState } from 'react';
import { type Column, Rows } from './rows.js';

type Node = { id: string; stars: number | null };

const screen = within(document.body);
const NODES: readonly Node[] = [
  { id: 'node-10', stars: 3 },
  { id: 'node-9', stars: null },
  { id: 'apple', stars: 70 },
];
const COLUMNS: readonly Column<Node>[] = [
  { title: 'Node', text: ({ id }) => id },
  { title: 'Stars', number: ({ stars }) => stars },
  { title: 'Length', number: ({ id }) => id.length, narrow: false },
  { title: 'Actions', acts: ({ stars }) => stars && <button type="button">Star</button> },
];

function Table({ rows = NODES, isPartial = false }: { rows?: readonly Node[]; isPartial?: boolean }) {
  const [keys, change] = useState<ReadonlySet<string>>(new Set());
  return (
    <MantineProvider env="test">
      <p>Selected: {[...keys].join()}</p>
      <Rows
        caption="Nodes"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        isSortable
        isPartial={isPartial}
        selection={{ keys, change }}
      />
    </MantineProvider>
  );
}

const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('Rows', () => {
  afterEach(() => vi.restoreAllMocks());

  it('sorts by a column, its greatest numbers first, then the other way, then as they came', () => {
    render(<Table />);
    press('Stars');
    expect(names()).toEqual(['apple', 'node-10', 'node-9']);
    expect(screen.getByRole('columnheader', { name: 'Stars' }).getAttribute('aria-sort')).toBe('descending');
    press('Stars');
    expect(names()).toEqual(['node-10', 'apple', 'node-9']);
    press('Stars');
    expect(names()).toEqual(['node-10', 'node-9', 'apple']);
  });

  it('sorts words as people do, and offers no order where there is none', () => {
    render(<Table />);
    press('Node');
    expect(names()).toEqual(['apple', 'node-9', 'node-10']);
    expect(screen.queryByRole('button', { name: 'Actions' })).toBeNull();
  });

  it('says that rows which are not loaded are not sorted', () => {
    render(<Table isPartial />);
    expect(screen.queryByText(/Only the 3 rows/)).toBeNull();
    press('Node');
    expect(screen.getByText(/Only the 3 rows/)).toBeTruthy();
  });

  it('selects one row, and all of them', () => {
    render(<Table />);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select apple' }));
    expect(screen.getByText('Selected: apple')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
    expect(screen.getByText('Selected: node-10,node-9,apple')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
    expect(screen.getByText('Selected:')).toBeTruthy();
  });

  it('draws cards in a narrow window: what a row has, and its acts in a menu', () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue(
      Object.assign(new EventTarget(), { matches: true }) as never,
    );
    render(<Table />);
    const cells = (name: string) =>
      [...screen.getByRole('row', { name }).querySelectorAll('td')].map((cell) => cell.dataset.title ?? '');
    expect(cells('Select apple apple 70')).toEqual(['', 'Stars', '']);
    expect(cells('Select node-9 node-9')).toEqual(['']);
    expect(screen.getAllByRole('button', { name: 'Actions' })).toHaveLength(2);
    fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'Stars' } });
    expect(names()).toEqual(['apple', 'node-10', 'node-9']);
    press('Reverse the order');
    expect(names()).toEqual(['node-10', 'apple', 'node-9']);
  });

  it('keeps only the rows near the window of a long list, and says how many there are', () => {
    render(<Table rows={Array.from({ length: 5_000 }, (_, at) => ({ id: `node-${at}`, stars: at }))} />);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001');
    expect(names().length).toBeLessThan(200);
    expect(names()[0]).toBe('node-0');
  });
});
