/** The conditions of a list. They are put together for each request, so that each combination uses its own index. */
export class Conditions {
  readonly parameters: unknown[] = [];
  private readonly texts: string[] = [];

  /** Passes a value on, and gives what stands for it in a statement. */
  given(value: unknown): string {
    return `$${this.parameters.push(value)}`;
  }

  add(text: string): void {
    this.texts.push(text);
  }

  /** The text of all of them, which follows `where`. */
  get text(): string {
    return this.texts.length === 0 ? 'true' : this.texts.join(' and ');
  }
}
