import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';

const TYPING_PAUSE_MS = 250;

/** Text reaches the URL after a short pause in typing; changes of the URL from elsewhere reach the field. */
export function SearchField({
  value,
  change,
  ...input
}: {
  value: string;
  change: (text: string) => void;
} & Omit<TextInputProps, 'value' | 'onChange'>): ReactNode {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const router = useRouter();
  const [path] = useState(router.latestLocation.pathname);
  const send = useDebouncedCallback((text: string) => {
    // The reader has followed a link meanwhile: stay there.
    if (router.latestLocation.pathname !== path) return;
    sent.current = text;
    change(text);
  }, TYPING_PAUSE_MS);
  useEffect(() => {
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  return (
    <TextInput
      type="search"
      leftSection={<IconSearch size={16} />}
      value={typed}
      maxLength={200}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        send(text.trim());
      }}
      flex={1}
      miw={220}
      maw={420}
      {...input}
    />
  );
}
