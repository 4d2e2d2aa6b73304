import type { VendorInput } from './vendor-input.js';

/** One task as an adapter sees it. */
export type VendorWork = {
  kind: string;
  taskId: string;
  /** Our key for the order, a UUID; the same in every try. */
  reference: string;
  /** As the vendor calls it; undefined where neither the task nor the vendors file names one. */
  model: string | undefined;
  /** The request in our words, defaults filled in, without its inputs. */
  fields: Readonly<Record<string, unknown>>;
  /** The part of `fields` that the caller sent. */
  asked: Readonly<Record<string, unknown>>;
  /** In the order of the request: `image`, `images[0]`, `video`. */
  inputs: readonly VendorInput[];
  /** From 1 to 2^31 - 1: the one asked for, else one that is the same in every try. */
  seed: number;
  /** Seconds of sound or video to be made. */
  durationSeconds: number | undefined;
  /** Where the vendor may call about changes; undefined where it is only polled. */
  callbackUrl: string | undefined;
};

/** The only input with that name. */
export function inputOf({ inputs }: VendorWork, name: string): VendorInput | undefined {
  return inputs.find((input) => input.name === name);
}

/** The pictures of the request, without a watermark or mask. */
export function imagesOf({ inputs }: VendorWork): VendorInput[] {
  return inputs.filter(({ name }) => name !== 'video' && name !== 'wm_url' && name !== 'mask');
}

/** The fields that are named, without those that are absent. */
export function pick(
  from: Readonly<Record<string, unknown>>,
  ...names: readonly string[]
): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]] as const])),
  );
}

/** The fields of these names; `outer.inner` is a field of an object inside. */
export function sentOnly(
  fields: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  const byOuter = Map.groupBy(names, (name) => name.split('.')[0] as string);
  return Object.fromEntries(
    [...byOuter].flatMap(([outer, all]) => {
      const value = fields[outer];
      if (value === undefined) return [];
      const inner = all.filter((name) => name !== outer).map((name) => name.slice(outer.length + 1));
      if (inner.length === 0) return [[outer, value] as const];
      return [[outer, sentOnly(value as Record<string, unknown>, inner)] as const];
    }),
  );
}
