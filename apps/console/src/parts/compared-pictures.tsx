import { t } from '@lingui/core/macro';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import * as Slider from 'react-compare-slider/components';
import { useReactCompareSlider } from 'react-compare-slider/hooks';
import classes from './compared-pictures.module.css';

/** A picture before and after, with a border between them that the pointer and the arrow keys move. */
export function ComparedPictures({
  before,
  after,
  names: [left, right] = [t`Before`, t`After`],
  onError,
}: {
  before: string;
  after: string;
  names?: readonly [string, string];
  onError?: () => void;
}): ReactNode {
  const slider = useReactCompareSlider({});
  return (
    <div className={classes.comparison}>
      <Slider.Provider {...slider}>
        <Slider.Root className={classes.compared}>
          <Slider.Item item="itemOne">
            <img src={before} alt={left} onError={onError} />
          </Slider.Item>
          <Slider.Item item="itemTwo">
            <img src={after} alt={right} onError={onError} />
          </Slider.Item>
          <Slider.HandleRoot
            className={classes.border}
            aria-label={t`Border between ${left.toLowerCase()} and ${right.toLowerCase()}`}
          >
            <Slider.Handle />
          </Slider.HandleRoot>
        </Slider.Root>
      </Slider.Provider>
      <Group justify="space-between" mt={4}>
        <Text size="sm" c="dimmed">
          {left}
        </Text>
        <Text size="sm" c="dimmed">
          {right}
        </Text>
      </Group>
    </div>
  );
}
