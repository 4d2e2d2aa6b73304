import { MantineProvider } from '@mantine/core';
import { render, within } from '@testing-library/react';
import type { PublisherResponse } from '@atelier/client/api';
import { VerifiedBadges } from './verified-badges.js';

const screen = within(document.body);

function draw(verified: PublisherResponse['verified']): void {
  render(
    <MantineProvider env="test">
      <VerifiedBadges publisher={{ verified } as PublisherResponse} />
    </MantineProvider>,
  );
}

describe('VerifiedBadges', () => {
  it('names each domain and repository that is proved', () => {
    const verified_at = '2026-11-27T10:00:00.000Z';
    draw([
      { method: 'dns', subject: 'example.com', verified_at },
      { method: 'repository', subject: 'https://github.com/ada/pack', verified_at },
    ]);
    expect(screen.getByTitle('The publisher controls this domain.').textContent).toBe(
      'example.com ✓ verified',
    );
    expect(screen.getByTitle('The publisher controls this repository.').textContent).toBe(
      'github.com/ada/pack ✓ verified',
    );
  });

  it('shows nothing where nothing is proved', () => {
    draw([]);
    expect(screen.queryByText(/verified/)).toBeNull();
  });
});
