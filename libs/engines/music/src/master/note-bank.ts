import { randomStream } from '../seeded-random.js';
import type { ScoreNote } from '../score/score.js';
import type { RenderedNote } from '../synth/note.js';
import { VOICES } from '../synth/voices.js';

/** Samples kept for notes that return; about 96 MB. */
const MOST_SAMPLES = 24_000_000;
/** Lengths and strokes this close share one rendering. */
const LENGTHS_PER_SECOND = 50;
const STROKES = 8;

/** Renders notes and keeps them: music repeats itself, and a note depends on nothing but its own description. */
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

function sizeOf(note: RenderedNote): number {
  return note.left.length + (note.right === note.left ? 0 : note.right.length);
}
