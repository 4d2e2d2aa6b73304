/** Short sides of the resolutions that have names. */
const NAMED: Readonly<Record<number, string>> = {
  360: '360p',
  540: '540p',
  720: '720p',
  1080: '1080p',
  1440: '2K',
};
const RATIOS = ['16:9', '9:16', '1:1', '4:3', '3:4'];

type Frame = { width: number; height: number };

export function frameOf(size: string): Frame {
  const [width = 0, height = 0] = size.split('x').map(Number);
  return { width, height };
}

/** The size in the words of our videos; undefined when they have none for it. */
export function namedSize({
  width,
  height,
}: Frame): { resolution: string; aspect_ratio: string } | undefined {
  const resolution = NAMED[Math.min(width, height)];
  const ratio = RATIOS.find((one) => one === ratioOf({ width, height }));
  return resolution !== undefined && ratio !== undefined ? { resolution, aspect_ratio: ratio } : undefined;
}

export function ratioOf({ width, height }: Frame): string {
  const divisor = greatestDivisor(width, height);
  return `${width / divisor}:${height / divisor}`;
}

/** The size that the fields of a task say, as `1280x720`; undefined when they say none. */
export function sizeOf(fields: Readonly<Record<string, unknown>>): string | undefined {
  const { width, height, resolution, aspect_ratio: ratio } = fields;
  if (typeof width === 'number' && typeof height === 'number') return `${width}x${height}`;
  const named = Object.entries(NAMED).find(([, name]) => name === resolution);
  if (!named || typeof ratio !== 'string') return undefined;
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const short = Number(named[0]);
  const unit = short / Math.min(across, down);
  return `${Math.round(across * unit)}x${Math.round(down * unit)}`;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
