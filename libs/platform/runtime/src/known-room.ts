/** As many processes keep a limit together, each of which gives out this part of the room that it last heard of. */
const PROCESSES = 8;
const REMEMBERED_MS = 1_000;
const MOST_OWNERS = 10_000;

type Part = {
  /** What may be given out. */
  left: number;
  /** What was given out since this part began, and while the one before it held: some of it is not stored yet. */
  given: number;
  before: number;
  until: number;
};

/**
 * Remembers for a second how much room owners have below a limit, so that the database is not asked again while it is far away.
 * It never refuses: for whom it has nothing, the database is asked.
 */
export class KnownRoom {
  private readonly parts = new Map<string, Part>();

  /** Takes some of the room. @returns False, and nothing is taken, when the database has to be asked. */
  take(owner: string, amount: number): boolean {
    const part = this.parts.get(owner);
    if (!part || part.left < amount || performance.now() > part.until) return false;
    part.left -= amount;
    part.given += amount;
    return true;
  }

  /** The database says that the owner has so much room, from which some is taken. */
  learn(owner: string, room: number, amount: number): void {
    const part = this.current(owner);
    part.given += amount;
    part.left = Math.floor((room - part.given - part.before) / PROCESSES);
  }

  private current(owner: string): Part {
    const known = this.parts.get(owner);
    const now = performance.now();
    if (known && now <= known.until) return known;
    const before = known && now <= known.until + REMEMBERED_MS ? known.given : 0;
    const part = { left: 0, given: 0, before, until: now + REMEMBERED_MS };
    if (this.parts.size >= MOST_OWNERS) this.parts.clear();
    this.parts.set(owner, part);
    return part;
  }
}
