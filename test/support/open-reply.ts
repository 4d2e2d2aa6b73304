import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';

/** A reply that is read as it arrives, on a separate connection. */
export class OpenReply {
  text = '';
  hasEnded = false;

  private constructor(
    private readonly call: ClientRequest,
    readonly response: IncomingMessage,
  ) {
    response.setEncoding('utf8').on('data', (part: string) => (this.text += part));
    response.on('end', () => (this.hasEnded = true)).on('error', () => undefined);
  }

  /** Sends a form if there is one. */
  static async to(
    url: URL,
    {
      token,
      form,
      headers: more,
    }: { token?: string; form?: URLSearchParams; headers?: Record<string, string> },
  ): Promise<OpenReply> {
    const headers = {
      ...more,
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(form && { 'Content-Type': 'application/x-www-form-urlencoded' }),
    };
    const call = request(url, { agent: false, method: form ? 'POST' : 'GET', headers });
    call.on('error', () => undefined).end(form?.toString());
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    return new OpenReply(call, response);
  }

  /** Status and `Retry-After`. */
  get answer(): unknown[] {
    return [this.response.statusCode, this.response.headers['retry-after']];
  }

  leave(): void {
    this.call.destroy();
  }
}
