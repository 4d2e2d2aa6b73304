import { MantineProvider } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { fireEvent, render, within } from '@testing-library/react';
import { ApiError } from '../api/api-error.js';
import { Listing } from './listing.js';
import { Rows } from './rows.js';

type Query = UseInfiniteQueryResult<InfiniteData<string[]>, unknown>;

const screen = within(document.body);

const failure = { isError: true, error: new ApiError('Down for a while.', 'unavailable', 503, undefined) };

function draw(query: Record<string, unknown>): void {
  render(
    <MantineProvider env="test">
      <Listing query={query as unknown as Query} rowsOf={(page) => page} empty={<p>There is none.</p>}>
        {(rows) => (
          <Rows
            caption="Names"
            rows={rows}
            rowKey={(row) => row}
            columns={[
              { title: 'Name', cell: (row) => row },
              { title: 'Length', cell: (row) => row.length, align: 'right' },
            ]}
          />
        )}
      </Listing>
    </MantineProvider>,
  );
}

describe('Listing', () => {
  it('says that the first page is being read', () => {
    draw({ isPending: true });
    expect(screen.getByRole('status').textContent).toBe('Loading …');
  });

  it('says why the first page could not be read, and reads it again', () => {
    const refetch = vi.fn();
    draw({ ...failure, refetch });
    expect(screen.getByRole('alert').textContent).toContain('Down for a while.');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledTimes(1);
  });

  it('says that there is nothing only after it was read', () => {
    draw({ data: { pages: [[]] } });
    expect(screen.getByText('There is none.')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('shows the rows of all pages in one table, each named by its first cell, and reads the next page', () => {
    const fetchNextPage = vi.fn();
    draw({ data: { pages: [['ada'], ['grace']] }, hasNextPage: true, fetchNextPage });
    expect(screen.getByRole('table', { name: 'Names' })).toBeTruthy();
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['ada', 'grace']);
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(fetchNextPage).toHaveBeenCalledTimes(1);
  });

  it('keeps the rows when a later page fails, and tries that page again', () => {
    const fetchNextPage = vi.fn();
    draw({ ...failure, data: { pages: [['ada']] }, hasNextPage: true, fetchNextPage });
    expect(screen.getByRole('rowheader').textContent).toBe('ada');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(fetchNextPage).toHaveBeenCalledTimes(1);
  });
});
