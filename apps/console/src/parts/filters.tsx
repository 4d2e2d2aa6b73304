import { t } from '@lingui/core/macro';
import { Button, Group, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilter, IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SearchField } from './search-field.js';
import { useIsNarrow } from './use-is-narrow.js';

type Choice = string | { value: string; label: string };

/** A filter of a list, kept in the URL as the search parameter `name`. Without `choices` or `control` a text field. */
export type Filter<Name extends string = string> = {
  name: Name;
  label: string;
  placeholder?: string;
  choices?: readonly Choice[];
  /** The choices side by side, the first of them being none: for two to five. */
  isTabs?: boolean;
  /** The choice when the URL has none. */
  usual?: string;
  isDay?: boolean;
  /** Another control, such as one that searches users. */
  control?: (value: string | undefined, change: (value: string | undefined) => void) => ReactNode;
};

type Props<Search extends object> = {
  /** From `useSearch()` of the route. */
  search: Search;
  filters: readonly Filter<keyof Search & string>[];
  /** What stands at the end of the row. */
  children?: ReactNode;
};

/**
 * The filters of a list. A choice makes an entry of the history; typing replaces it. In a narrow window those after the
 * search are folded.
 */
export function Filters<Search extends object>({ search, filters, children }: Props<Search>): ReactNode {
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const [isOpen, { toggle }] = useDisclosure();
  const go = (next: Record<string, unknown>, replace = false): void =>
    void navigate({ to: '.', search: next as never, replace, resetScroll: false });
  const values = search as Record<string, string | undefined>;
  const folded = isNarrow ? filters.filter((filter, at) => at > 0 || !isTyped(filter)) : [];
  const isFolded = folded.length > 1;
  const active = folded.filter(({ name }) => values[name]).length;
  return (
    <Group component="search" align="flex-end" gap="sm">
      {filters.map(
        (filter) =>
          (isOpen || !isFolded || !folded.includes(filter)) && (
            <FilterControl
              key={filter.name}
              filter={filter}
              isNarrow={isNarrow}
              value={values[filter.name]}
              change={(value, isTyped) => go({ ...search, [filter.name]: value || undefined }, isTyped)}
            />
          ),
      )}
      {isFolded && (
        <Button
          variant="default"
          leftSection={<IconFilter size={16} />}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {active > 0 ? t`Filters (${active})` : t`Filters`}
        </Button>
      )}
      {isFiltered(search, filters) && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconX size={16} />}
          onClick={() =>
            go({ ...search, ...Object.fromEntries(filters.map(({ name }) => [name, undefined])) })
          }
        >{t`Clear filters`}</Button>
      )}
      {children}
    </Group>
  );
}

function isTyped({ choices, control, isDay }: Filter): boolean {
  return !choices && !control && !isDay;
}

/** Whether the URL has one of the filters. */
export function isFiltered(search: object, filters: readonly Filter[]): boolean {
  return filters.some(({ name }) => Boolean((search as Record<string, unknown>)[name]));
}

function FilterControl({
  filter: { label, placeholder, choices, isTabs, usual, isDay, control },
  isNarrow,
  value,
  change,
}: {
  filter: Filter;
  isNarrow: boolean;
  value: string | undefined;
  change: (value: string | undefined, isTyped?: boolean) => void;
}): ReactNode {
  if (control) return control(value, change);
  const choose = (chosen: string | null): void =>
    change(chosen === usual ? undefined : (chosen ?? undefined));
  const isOpen = usual === undefined && !isTabs;
  if (choices && isTabs && !isNarrow)
    return (
      <SegmentedControl
        aria-label={label}
        data={[...choices]}
        value={value ?? usual ?? ''}
        onChange={choose}
      />
    );
  if (choices)
    return (
      <Select
        label={label}
        placeholder={placeholder ?? t`Any`}
        data={[...choices]}
        value={value ?? usual ?? (isTabs ? '' : null)}
        onChange={choose}
        searchable={choices.length > 12}
        clearable={isOpen}
        allowDeselect={isOpen}
        clearButtonProps={{ 'aria-label': placeholder ?? t`Any` }}
        w={{ base: '100%', xs: 200 }}
      />
    );
  if (isDay)
    return (
      <TextInput
        type="date"
        label={label}
        value={value ?? ''}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        w={{ base: '100%', xs: 160 }}
      />
    );
  return (
    <SearchField
      label={label}
      placeholder={placeholder}
      value={value ?? ''}
      change={(text) => change(text, true)}
    />
  );
}
