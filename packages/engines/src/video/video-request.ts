/** Named picture sizes: the number is the shorter side in pixels, `2K` is 1440. */
export type Resolution = '360p' | '540p' | '720p' | '1080p' | '2K';
/** Width to height. */
export type AspectRatio = '16:9' | '9:16' | '1:1' | '4:3' | '3:4';
/** How far the camera travels. `auto` sits between `small` and `medium`. */
export type MovementAmplitude = 'auto' | 'small' | 'medium' | 'large';
/** `all` mixes effects and, where the prompt asks for speech, a wordless voice; the others keep one of the two. */
export type AudioType = 'all' | 'speech_only' | 'sound_effect_only';
/** 1 top left, 2 top right, 3 bottom right, 4 bottom left. */
export type WatermarkPosition = 1 | 2 | 3 | 4;

/** A mark laid over a second copy of the video; the plain copy is always made too. */
export type Watermark = {
  position: WatermarkPosition;
  /** A PNG, JPEG, WebP, AVIF or TIFF file; absent means Atelier's own mark. */
  imagePath?: string;
};

/** What every video shares. */
export type VideoLook = {
  resolution: Resolution;
  aspectRatio: AspectRatio;
  /** Whole seconds, 1–16. */
  durationSeconds: number;
  /** Up to 2,000 characters. Words steer camera, pace, mood and sound; see the README for the vocabulary. */
  prompt?: string;
  /** Any int32; 0 or absent draws one at random. */
  seed?: number;
  /** Default `general`. */
  style?: 'general' | 'anime';
  /** Default `auto`. */
  movementAmplitude?: MovementAmplitude;
  /** Sound effects and voice. Default false. */
  audio?: boolean;
  /** Applies when `audio` is true. Default `all`. */
  audioType?: AudioType;
  /** Colours the voice; any text. */
  voiceId?: string;
  /** Background music. Default false. */
  bgm?: boolean;
  watermark?: Watermark;
};

/** From a start picture, to an end picture when there is one. First and last frame are the given ones. */
export type StartEndRequest = {
  kind: 'start-end';
  /** One or two picture files: start, end. */
  imagePaths: string[];
} & VideoLook;

/** A sequence made of reference pictures, in the given order. */
export type ReferenceRequest = {
  kind: 'references';
  /** One to seven picture files. */
  imagePaths: string[];
} & VideoLook;

export type GenerateRequest = StartEndRequest | ReferenceRequest;

/** A longer copy of an existing video. Keeps its pictures, sound and aspect ratio. */
export type ExtendRequest = {
  /** MP4, MOV, WebM, MKV, MPEG-TS, AVI or FLV of 1–60 s. */
  sourcePath: string;
  /** Whole seconds to add, 1–7. */
  durationSeconds: number;
  resolution: '540p' | '720p' | '1080p';
  prompt?: string;
  /** The added part ends on this picture. */
  endImagePath?: string;
  /** Any int32; 0 or absent draws one at random. */
  seed?: number;
};

/** The files of one finished job. */
export type VideoResult = {
  /** H.264 MP4, index first. */
  videoPath: string;
  /** JPEG of the video's size. */
  coverPath: string;
  /** The same video with the mark, when one was asked for. */
  watermarkedPath?: string;
  /** Frames divided by frame rate. */
  durationSeconds: number;
  width: number;
  height: number;
  frames: number;
  framesPerSecond: number;
  hasSound: boolean;
  /** The seed used; give it again for the same bytes. */
  seed: number;
};
