import { randomStream } from '../seeded-random.js';
import type { ScoreNote } from '../score/score.js';
import type { RenderedNote } from '../synth/note.js';
import { VOICES } from '../synth/voices.js';

/** Samples kept for notes that return; about 96 MB. */
const MOST_SAMPLES = 24_000_000;
/** Lengths and strokes this close share one rendering. */
const LENGTHS_PER_SECOND = 50;
const STROKES = 8;
/** Part of one side that is heard on the other. */
const SHARED = 0.3;

/** Renders notes and keeps them: music repeats itself, and a note depends only on its description. */
export class NoteBank {
  private readonly notes = new Map<string, RenderedNote>();
  private samples = 0;

  constructor(private readonly sampleRate: number) {}

  note(note: ScoreNote): RenderedNote {
    const length = Math.max(1, Math.round(note.seconds * LENGTHS_PER_SECOND));
    const stroke = Math.max(1, Math.round(note.velocity * STROKES));
    const id = `${note.voice}/${note.midi}/${length}/${stroke}/${note.take}`;
    return this.notes.get(id) ?? this.render(note, id, length / LENGTHS_PER_SECOND, stroke / STROKES);
  }

  private render(note: ScoreNote, id: string, seconds: number, velocity: number): RenderedNote {
    const random = randomStream(0, id);
    const rendered = VOICES[note.voice]({
      midi: note.midi,
      seconds,
      velocity,
      sampleRate: this.sampleRate,
      random,
    });
    if (rendered.left !== rendered.right) narrow(rendered);
    this.notes.set(id, rendered);
    this.samples += sizeOf(rendered);
    for (const [oldId, old] of this.notes) {
      if (this.samples <= MOST_SAMPLES) break;
      this.notes.delete(oldId);
      this.samples -= sizeOf(old);
    }
    return rendered;
  }
}

/** Gives each side a part of the other, so that a mono sum keeps what was rendered for two ears. */
function narrow({ left, right }: RenderedNote): void {
  const scale = 1 / Math.sqrt(1 + SHARED * SHARED);
  for (let index = 0; index < left.length; index++) {
    const one = left[index]!;
    left[index] = (one + SHARED * right[index]!) * scale;
    right[index] = (right[index]! + SHARED * one) * scale;
  }
}

function sizeOf(note: RenderedNote): number {
  return note.left.length + (note.right === note.left ? 0 : note.right.length);
}
