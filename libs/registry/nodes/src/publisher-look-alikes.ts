import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { TransactionScope } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { type Publisher, PublisherNamed, PublishersService } from '#libs/registry/publishers';
import { CLAIM, POPULAR_NODES } from './look-alikes.js';
import { type KnownNode, LookAlikesRepository } from './look-alikes.repository.js';
import { claimsStanding, formsOf, likenessOf } from './name-likeness.js';

type Named = Pick<Publisher, 'id' | 'name'>;

/** Companies and projects whose names people trust. */
const WELL_KNOWN = [
  ...[
    'comfy',
    'comfyui',
    'comfyorg',
    'comfyanonymous',
    'atelier',
    'pytorch',
    'python',
    'github',
    'huggingface',
    'civitai',
  ],
  ...[
    'nvidia',
    'amd',
    'intel',
    'apple',
    'google',
    'microsoft',
    'amazon',
    'adobe',
    'openai',
    'anthropic',
    'meta',
  ],
  ...['stabilityai', 'blackforestlabs', 'runwayml', 'midjourney', 'bytedance', 'alibaba', 'tencent', 'baidu'],
];

/** Has an admin look at publishers whose names may be taken for well-known ones. */
@Injectable()
export class PublisherLookAlikes implements OnModuleInit {
  constructor(
    private readonly known: LookAlikesRepository,
    private readonly publishers: PublishersService,
    private readonly events: DomainEvents,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(PublisherNamed, async ({ publisher }, scope) => {
      const reason = await this.reasonFor(scope, publisher);
      if (reason !== undefined) await this.publishers.setReview(scope, publisher.id, reason);
    });
  }

  private async reasonFor(scope: TransactionScope, { id, name }: Named): Promise<string | undefined> {
    if (claimsStanding(id) || claimsStanding(name)) return CLAIM;
    const own = [id, name].map(formsOf);
    const isAlike = (known: string): boolean => {
      const forms = formsOf(known);
      return own.some((one) => likenessOf(one, forms) !== undefined);
    };
    const company = WELL_KNOWN.find(isAlike);
    if (company !== undefined) return `The id or the name looks like the well-known ${company}.`;
    const twin = await this.known.findTwinPublisher(scope, id);
    if (twin !== undefined) return `The id looks like the publisher ${twin}.`;
    for (const node of await this.known.findPopular(scope, id, POPULAR_NODES)) {
      const person = peopleOf(node).find(isAlike);
      if (person !== undefined)
        return `The id or the name looks like ${person}, by whom the popular ${node.id} is.`;
    }
    return undefined;
  }
}

/** Who a node is known to be by: its publisher, its author, and the owner of its repository. */
function peopleOf({ publisherId, publisherName, author, repository }: KnownNode): string[] {
  const owner = /^https?:\/\/[^/]+\/([^/]+)\/[^/]/.exec(repository)?.[1] ?? '';
  return [...new Set([publisherId, publisherName, author, owner])].filter((name) => name !== '');
}
