import { namesOf } from './grade.js';
import { FLEXIBLE } from './skin-looks.js';

/** What the flexible mode is tuned for. Wire values of the flexible skin-enhancer endpoint. */
export const SKIN_OPTIMIZATIONS = namesOf(FLEXIBLE);
export type SkinOptimization = keyof typeof FLEXIBLE;

/** The three skin enhancers and what only they take. */
export type SkinMode =
  | {
      readonly mode: 'faithful';
      /** 0–100, how much of the skin's own texture stays. Default 80. */
      readonly skinDetail?: number;
    }
  | { readonly mode: 'creative' }
  | {
      readonly mode: 'flexible';
      /** Default `enhance_skin`. */
      readonly optimizedFor?: SkinOptimization;
    };

/** What all three modes take. Percentages are 0–100. */
export type SkinSettings = {
  /** Raises fine contrast everywhere. Default 0. */
  readonly sharpen: number;
  /** Film grain, strongest in the middle tones. Default 2. */
  readonly smartGrain: number;
  /** Any integer; picks the grain. Default 0. */
  readonly seed: number;
};

export type SkinInput = SkinMode & Partial<SkinSettings> & { readonly image: Uint8Array };

export const SKIN_DEFAULTS: SkinSettings & { skinDetail: number; optimizedFor: SkinOptimization } = {
  sharpen: 0,
  smartGrain: 2,
  seed: 0,
  skinDetail: 80,
  optimizedFor: 'enhance_skin',
};
