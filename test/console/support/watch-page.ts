import type { BrowserContext, ConsoleMessage, Request, Response } from '@playwright/test';

/** A page handles replies of 4xx; the browser reports them as errors in its console all the same. */
const LOAD_NOTE = /^Failed to load resource:/;
/** Parts that a page needs. */
const PARTS = ['document', 'script', 'stylesheet', 'font', 'image', 'media'];

/** Unreported problems of the pages of a context: a test fails if there is one. */
export class PageProblems {
  /** All that was noted. */
  readonly all: string[] = [];
  private readonly expected: RegExp[] = [];

  private constructor(private readonly origin: string) {}

  static async watch(context: BrowserContext, origin: string): Promise<PageProblems> {
    const watched = new PageProblems(origin);
    await context.exposeBinding('noteViolation', (_, text: string) =>
      watched.note(`policy violation: ${text}`),
    );
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { noteViolation } = globalThis as unknown as { noteViolation: (text: string) => void };
        noteViolation(
          `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
        );
      });
    });
    context
      .on('console', (message) => watched.readConsole(message))
      .on('weberror', (error) => watched.note(`error in the page: ${error.error().stack}`))
      .on('request', (request) => watched.readRequest(request))
      .on('response', (response) => watched.readResponse(response));
    return watched;
  }

  /** Lets a test do what ends in such a problem. */
  expect(pattern: RegExp): void {
    this.expected.push(pattern);
  }

  /** What is left after the expected ones. */
  get unexpected(): readonly string[] {
    return this.all.filter((problem) => !this.expected.some((pattern) => pattern.test(problem)));
  }

  private note(problem: string): void {
    this.all.push(problem);
  }

  private readConsole(message: ConsoleMessage): void {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (LOAD_NOTE.test(message.text())) return;
    this.note(`console ${message.type()}: ${message.text()}`);
  }

  private readRequest(request: Request): void {
    const { origin, protocol } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== this.origin) this.note(`external request: ${request.url()}`);
  }

  private readResponse(response: Response): void {
    const isPart = PARTS.includes(response.request().resourceType());
    if (response.status() >= (isPart ? 400 : 500)) this.note(`${response.status()} of ${response.url()}`);
  }
}
