/** The API as one caller, for what a test needs before or beside the page. A reply without success is an error. */
export class Api {
  constructor(
    readonly url: string,
    readonly token: string,
  ) {}

  /** The same API as another caller. */
  as(token: string): Api {
    return new Api(this.url, token);
  }

  get(target: string): Promise<any> {
    return this.call('GET', target);
  }

  post(target: string, body?: unknown): Promise<any> {
    return this.call('POST', target, body);
  }

  put(target: string, body?: unknown): Promise<any> {
    return this.call('PUT', target, body);
  }

  delete(target: string): Promise<any> {
    return this.call('DELETE', target);
  }

  async upload(
    link: string,
    bytes: Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ): Promise<any> {
    return read(await fetch(link, { method: 'PUT', body: bytes, headers }));
  }

  private async call(method: string, target: string, body?: unknown): Promise<any> {
    return read(
      await fetch(new URL(target, this.url), {
        method,
        headers: {
          Authorization: `Bearer ${this.token}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    );
  }
}

async function read(response: Response): Promise<any> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} of ${response.url}: ${text.slice(0, 500)}`);
  return text === '' ? undefined : JSON.parse(text);
}
