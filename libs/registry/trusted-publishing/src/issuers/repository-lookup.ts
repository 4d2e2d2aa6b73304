import { Injectable } from '@nestjs/common';
import * as v from 'valibot';
import { OutboundError, OutboundHttp } from '#libs/platform/outbound';
import { Unavailable } from '#libs/platform/errors';
import { RepositoryNotFound } from '../trusted-publishing.errors.js';
import type { TrustedIssuer } from './trusted-issuers.js';

const TIMEOUT_MS = 5_000;
const REPLY_MAX_BYTES = 512 * 1_024;

const id = v.pipe(v.number(), v.safeInteger(), v.transform(String));
/**
 * Sources, read 2026-11-28: docs.github.com/en/rest/repos/repos#get-a-repository, which Forgejo's `GET /repos/{owner}/{repo}`
 * copies; docs.gitlab.com/api/projects#get-a-single-project
 */
const actionsRepository = v.object({ id, full_name: v.string(), owner: v.object({ id }) });
const gitlabProject = v.object({ id, path_with_namespace: v.string(), namespace: v.object({ id }) });

/** A repository by the ids that its host never gives to another. */
export type KnownRepository = { repository: string; repositoryId: string; ownerId: string };

/** Asks hosts for the ids of public repositories. */
@Injectable()
export class RepositoryLookup {
  constructor(private readonly http: OutboundHttp) {}

  /** @throws RepositoryNotFound; Unavailable when the host does not answer. */
  async find({ kind, apiUrl }: TrustedIssuer, path: string): Promise<KnownRepository> {
    const url =
      kind === 'gitlab' ? `${apiUrl}/projects/${encodeURIComponent(path)}` : `${apiUrl}/repos/${path}`;
    const value = await this.read(url);
    if (kind === 'gitlab') {
      const project = requireShape(gitlabProject, value);
      return {
        repository: project.path_with_namespace,
        repositoryId: project.id,
        ownerId: project.namespace.id,
      };
    }
    const repository = requireShape(actionsRepository, value);
    return { repository: repository.full_name, repositoryId: repository.id, ownerId: repository.owner.id };
  }

  private async read(url: string): Promise<unknown> {
    try {
      const reply = await this.http.request({
        url,
        trustUrl: 'configured',
        headers: { accept: 'application/json', 'user-agent': 'atelier' },
        maxBytes: REPLY_MAX_BYTES,
        timeoutMs: TIMEOUT_MS,
      });
      if (!reply.isSuccess) {
        reply.discard();
        throw [401, 403, 404].includes(reply.status) ? new RepositoryNotFound() : silent();
      }
      return JSON.parse((await reply.bytes()).toString());
    } catch (error) {
      throw error instanceof OutboundError || error instanceof SyntaxError ? silent(error) : error;
    }
  }
}

function requireShape<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value);
  if (!parsed.success) throw silent();
  return parsed.output;
}

function silent(cause?: unknown): Error {
  return new Unavailable(
    'The host of the repository cannot be asked right now. Try again, or send repository_id and owner_id.',
    { cause, headers: { 'Retry-After': '5' } },
  );
}
