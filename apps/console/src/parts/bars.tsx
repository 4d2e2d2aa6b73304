import { Group, Text } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import classes from './bars.module.css';
import { count } from './numbers.js';

export type Bar = {
  /** `23 Nov` */
  label: string;
  value: number;
  /** The bad part of the value, such as failed tasks. */
  bad?: number;
};

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
};

/**
 * Figures over time as bars. The arrow keys, the pointer and screen readers go from bar to bar; a line of text says
 * what the bar shows.
 */
export function Bars({
  bars,
  label,
  height = 160,
  scale = count,
  text = ({ label: name, value, bad = 0 }) =>
    `${name}: ${count(value)}${bad > 0 ? `, ${count(bad)} failed` : ''}`,
}: {
  /** Every day or hour of the period, including those without any. */
  bars: readonly Bar[];
  /** What the chart shows, as a sentence. */
  label: string;
  height?: number;
  /** The value of the highest bar in words. */
  scale?: (value: number) => string;
  /** A bar in words. */
  text?: (bar: Bar) => string;
}): ReactNode {
  const [chosen, setChosen] = useState<number>();
  const last = bars.length - 1;
  const top = roundedUp(Math.max(...bars.map(({ value }) => value)));
  const at = Math.min(chosen ?? last, last);
  const bar = bars[at];
  if (!bar) return null;
  const move = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setChosen(Math.min(Math.max(at + step, 0), last));
  };
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setChosen(Math.min(Math.max(Math.floor(((clientX - left) / width) * bars.length), 0), last));
  };
  return (
    <div className={classes.chart}>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {bars.some(({ value }) => value > 0) ? scale(top) : '0'}
        </Text>
        <Text size="sm" fw={600} aria-hidden>
          {chosen !== undefined && text(bar)}
        </Text>
      </Group>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-readonly
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={text(bar)}
        className={classes.plot}
        style={{ height }}
        onKeyDown={move}
        onPointerMove={point}
        onPointerLeave={() => setChosen(undefined)}
        onBlur={() => setChosen(undefined)}
      >
        <svg viewBox={`0 0 ${bars.length} ${top}`} preserveAspectRatio="none" aria-hidden>
          {bars.map(({ value, bad = 0 }, index) => (
            // Names repeat in a year of days.
            <g key={index} opacity={chosen === undefined || chosen === index ? 1 : 0.5}>
              <rect x={index + 0.12} width={0.76} y={top - value} height={value} className={classes.bar} />
              <rect x={index + 0.12} width={0.76} y={top - bad} height={bad} className={classes.bad} />
            </g>
          ))}
        </svg>
      </div>
      <Group justify="space-between" gap="xs">
        {[0, Math.floor(last / 2), last].filter(isFirst).map((index) => (
          <Text key={index} size="xs" c="dimmed">
            {bars[index]?.label}
          </Text>
        ))}
      </Group>
    </div>
  );
}

function isFirst(value: number, index: number, all: readonly number[]): boolean {
  return all.indexOf(value) === index;
}

/** The next number of one digit and zeros, and at least 1: the height of the chart. */
function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return Math.max(Math.ceil(value / power) * power, 1);
}
