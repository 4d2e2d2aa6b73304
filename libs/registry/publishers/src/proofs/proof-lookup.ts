import { Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';
import { OutboundError, OutboundHttp } from '#libs/platform/outbound';
import { PublishersSettings } from '../publishers.settings.js';
import { challengeOf, type Provable } from './proof-challenge.js';
import { PROOF_FILE, proofFileUrl } from './proof-subject.js';

/** Per try of a name server, and for the whole look. */
const DNS_TIMEOUT_MS = 3_000;
const LOOK_TIMEOUT_MS = 10_000;
const FILE_MAX_BYTES = 64 * 1_024;

/** Looks whether the challenge of a proof is published. Every look ends within seconds. */
@Injectable()
export class ProofLookup {
  constructor(
    private readonly http: OutboundHttp,
    private readonly settings: PublishersSettings,
  ) {}

  /** @returns why the proof fails, as a sentence for its publisher; undefined when it holds. */
  async findProblem(proof: Provable): Promise<string | undefined> {
    const { name, value, content } = challengeOf(proof);
    if (name !== undefined && value !== undefined) return this.findProblemOfRecord(name, value);
    return content === undefined ? undefined : this.findProblemOfFile(proof.subject, content);
  }

  private async findProblemOfRecord(name: string, value: string): Promise<string | undefined> {
    const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
    if (this.settings.dnsServers.length > 0) resolver.setServers(this.settings.dnsServers);
    const timer = setTimeout(() => resolver.cancel(), LOOK_TIMEOUT_MS);
    try {
      const records = await resolver.resolveTxt(name);
      // A record longer than 255 bytes comes in parts.
      if (records.some((parts) => parts.join('').trim() === value)) return undefined;
      return `No TXT record of ${name} has the value of this proof.`;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'ENOTFOUND' || code === 'ENODATA') return `There is no TXT record ${name}.`;
      return `The name servers did not answer for ${name} (${code}).`;
    } finally {
      clearTimeout(timer);
    }
  }

  private async findProblemOfFile(subject: string, content: string): Promise<string | undefined> {
    try {
      const reply = await this.http.request({
        url: proofFileUrl(subject),
        trustUrl: 'caller',
        followsRedirects: false,
        maxBytes: FILE_MAX_BYTES,
        timeoutMs: LOOK_TIMEOUT_MS,
      });
      if (!reply.isSuccess) {
        reply.discard();
        return problemOfStatus(reply.status);
      }
      const lines = (await reply.bytes()).toString().split('\n');
      if (lines.some((line) => line.trim() === content)) return undefined;
      return `No line of ${PROOF_FILE} is the content of this proof.`;
    } catch (error) {
      if (error instanceof OutboundError) return `${PROOF_FILE} could not be read: ${error.message}`;
      throw error;
    }
  }
}

function problemOfStatus(status: number): string {
  if (status === 404)
    return `There is no ${PROOF_FILE} in the default branch, or the repository is not public.`;
  if (status >= 300 && status < 400) return 'The repository has moved, or is not public.';
  return `The host of the repository answered with status ${status}.`;
}
