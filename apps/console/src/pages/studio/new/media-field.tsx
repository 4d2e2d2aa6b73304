import { t } from '@lingui/core/macro';
import '@mantine/dropzone/styles.css';
import {
  Button,
  Group,
  Image,
  Input,
  Paper,
  Progress,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ownPath } from '../../../api/own-path.js';
import { bytes } from '../../../parts/numbers.js';
import { Failure } from '../../../parts/states.js';
import classes from './media-field.module.css';
import { ResultPicker } from './result-picker.js';
import { addressOptions, sampleUrl } from '../../../api/samples.js';
import { useUploads } from './use-uploads.js';

const TYPES = {
  picture: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/tiff'],
  video: ['video/mp4', 'video/webm', 'video/quicktime', 'video/x-matroska'],
} as const;

type Medium = keyof typeof TYPES;

/** One or several pictures or videos: dropped, pasted, chosen, by URL, from the samples or from earlier results. */
export function MediaField({
  label,
  description,
  error,
  isRequired,
  medium,
  max,
  urls,
  samples,
  takesPasted,
  onChange,
}: {
  label: string;
  description: string;
  error?: string | undefined;
  isRequired: boolean;
  medium: Medium;
  max: number;
  urls: readonly string[];
  samples: readonly string[];
  /** Whether this field receives what is pasted anywhere on the page. */
  takesPasted: boolean;
  onChange: (change: (urls: readonly string[]) => readonly string[]) => void;
}): ReactNode {
  const id = useId();
  const add = (...more: readonly string[]): void => onChange((before) => [...before, ...more].slice(0, max));
  const { uploads, failure, take } = useUploads(add);
  const openFiles = useRef<() => void>(null);
  const room = max - urls.length - uploads.length;
  usePasted(takesPasted && room > 0, medium, take);
  return (
    <Input.Wrapper
      role="group"
      aria-labelledby={`${id}-label`}
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={description}
      error={error}
      withAsterisk={isRequired}
      inputWrapperOrder={['label', 'description', 'error', 'input']}
    >
      <Stack gap="xs" mt={6}>
        {urls.length > 0 && (
          <Group gap="xs">
            {urls.map((url, index) => (
              <Chosen
                key={`${index} ${url}`}
                url={url}
                medium={medium}
                name={max > 1 ? `${label} ${index + 1}` : label}
                onRemove={() => onChange((before) => before.filter((_, at) => at !== index))}
              />
            ))}
          </Group>
        )}
        {uploads.map(({ key, name, size, share, stop }) => (
          <Group key={key} gap="sm" wrap="nowrap">
            <Text size="sm" truncate maw={240}>
              {name}, {bytes(size)}
            </Text>
            <Progress value={share * 100} flex={1} aria-label={t`Upload of ${name}`} />
            <Button size="compact-xs" variant="default" onClick={stop}>{t`Stop`}</Button>
          </Group>
        ))}
        {failure !== undefined && <Failure error={failure} />}
        {room > 0 && (
          <>
            <Dropzone
              onDrop={(files) => take(files.slice(0, room))}
              accept={[...TYPES[medium]]}
              multiple={room > 1}
              openRef={openFiles}
              activateOnClick={false}
              activateOnKeyboard={false}
              enablePointerEvents
              inputProps={{ 'aria-label': t`File: ${label}` }}
              p="sm"
            >
              <Group justify="center" gap="xs">
                <Text size="sm" c="dimmed">
                  {dropWords(medium, takesPasted)}
                </Text>
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => openFiles.current?.()}
                  aria-label={t`Choose a file: ${label}`}
                >{t`Choose a file`}</Button>
              </Group>
            </Dropzone>
            <Sources label={label} medium={medium} samples={samples} onPick={add} />
          </>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

function Chosen({
  url,
  medium,
  name,
  onRemove,
}: {
  url: string;
  medium: Medium;
  name: string;
  onRemove: () => void;
}): ReactNode {
  const path = ownPath(url);
  return (
    <Paper p={6}>
      <Stack gap={6} align="stretch">
        {!path.startsWith('/') ? (
          <Text size="xs" maw={240} truncate title={url}>
            {url}
          </Text>
        ) : (
          <Look src={path} medium={medium} name={name} className={classes.preview} />
        )}
        <Button
          size="compact-xs"
          variant="default"
          onClick={onRemove}
          aria-label={t`Remove: ${name}`}
        >{t`Remove`}</Button>
      </Stack>
    </Paper>
  );
}

type LookProps = { src: string; medium: Medium; name?: string; className: string | undefined };

/** A picture, or a video, which can be played where it has a name. */
function Look({ src, medium, name, className }: LookProps): ReactNode {
  if (medium === 'picture') return <Image src={src} alt={name ?? ''} loading="lazy" className={className} />;
  const isPlayed = name !== undefined;
  return (
    <video
      src={src}
      muted
      preload="metadata"
      controls={isPlayed}
      aria-label={name}
      aria-hidden={!isPlayed}
      className={className}
    />
  );
}

function Sources({
  label,
  medium,
  samples,
  onPick,
}: {
  label: string;
  medium: Medium;
  samples: readonly string[];
  onPick: (url: string) => void;
}): ReactNode {
  const [isPicking, picker] = useDisclosure();
  const [isTyping, typing] = useDisclosure();
  const [text, setText] = useState('');
  const address = useQuery({ ...addressOptions, enabled: samples.length > 0 });
  const pickTyped = (): void => {
    if (text.trim() === '') return;
    onPick(text.trim());
    setText('');
    typing.close();
  };
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {address.data !== undefined &&
          samples.map((name) => (
            <UnstyledButton
              key={name}
              onClick={() => onPick(sampleUrl(address.data, name))}
              aria-label={t`Use the sample ${name}: ${label}`}
              title={t`Sample: ${name}`}
              className={classes.sample}
            >
              <Look src={`/samples/${name}`} medium={medium} className={classes.thumbnail} />
            </UnstyledButton>
          ))}
        <Button
          size="xs"
          variant="default"
          onClick={picker.open}
          aria-label={t`From my results: ${label}`}
        >{t`From my results`}</Button>
        <Button
          size="xs"
          variant="default"
          onClick={typing.toggle}
          aria-expanded={isTyping}
          aria-label={t`By address: ${label}`}
        >{t`By address`}</Button>
      </Group>
      {isTyping && (
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            size="sm"
            type="url"
            label={medium === 'video' ? t`Address of a video` : t`Address of a picture`}
            placeholder="https://…"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              pickTyped();
            }}
          />
          <Button variant="default" onClick={pickTyped} disabled={text.trim() === ''}>{t`Use it`}</Button>
        </Group>
      )}
      <ResultPicker isOpen={isPicking} onClose={picker.close} medium={medium} onPick={onPick} />
    </Stack>
  );
}

/** Receives what is pasted on the page, except into a text field. */
function usePasted(isOn: boolean, medium: Medium, take: (files: readonly File[]) => void): void {
  useEffect(() => {
    if (!isOn) return;
    const paste = (event: ClipboardEvent): void => {
      const types: readonly string[] = TYPES[medium];
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => types.includes(type));
      if (!file) return;
      event.preventDefault();
      take([file]);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [isOn, medium, take]);
}

function dropWords(medium: Medium, takesPasted: boolean): string {
  if (medium === 'video') return t`Drop a video here or`;
  return takesPasted ? t`Drop a picture here, paste one, or` : t`Drop a picture here or`;
}
