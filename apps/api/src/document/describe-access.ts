import type { OpenAPIObject } from '@nestjs/swagger';
import type { Access, RouteFacts } from '#libs/platform/http';
import { ADMIN_TAG } from './tags.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Choices = Record<string, string[]>[];

/** The ways to send a token; the default of every operation. */
export const TOKEN_CHOICES: Choices = [{ bearer: [] }, { 'api-key': [] }, { session: [] }];

/**
 * States who may call an operation, and until when, in its text and for clients, and puts operations for admins under their tag.
 */
export function describeAccess(
  operation: Operation,
  { access, looksAtCaller, deprecation }: RouteFacts,
): void {
  if (deprecation) operation.deprecated = true;
  const security = securityOf(access, looksAtCaller);
  if (security) operation.security = security;
  if (access.kind === 'admin') operation.tags = [ADMIN_TAG];
  const docstring = (operation.description ?? operation.summary ?? '').trim();
  operation.summary = firstSentence(operation.summary ?? docstring);
  const rule = ruleOf(access, looksAtCaller);
  // The summary is shown above the description, which is never empty.
  const isRepeated = docstring.replaceAll(/\s/g, ' ').startsWith(operation.summary);
  const rest = isRepeated ? docstring.slice(operation.summary.length + 1).trim() : docstring;
  operation.description = [rest, endOf(deprecation), rule].filter(Boolean).join('\n\n') || docstring;
}

/** If a token is optional but may change the answer, the first choice is none. */
function securityOf(access: Access, looksAtCaller: boolean): Choices | undefined {
  const isOpen =
    access.kind === 'public' ||
    (access.kind === 'own' && !access.needsToken) ||
    (access.kind === 'scope' && access.opening !== undefined);
  if (!isOpen) return undefined;
  return looksAtCaller ? [{}, ...TOKEN_CHOICES] : [];
}

function endOf(deprecation: RouteFacts['deprecation']): string {
  if (!deprecation) return '';
  const { since, sunset, link } = deprecation;
  return `Deprecated since ${since}${sunset === undefined ? '' : `, and gone from ${sunset} on`}: see ${link}.`;
}

function firstSentence(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return /^.*?[.:](?=\s|$)/s.exec(line)?.[0].replace(/[.:]$/, '') ?? line;
}

function ruleOf(access: Access, looksAtCaller: boolean): string {
  switch (access.kind) {
    case 'public':
      return looksAtCaller ? 'Open to everyone; a token may show more.' : 'Open to everyone.';
    case 'authenticated':
      return 'Requires a token.';
    case 'scope':
      return `Requires a token with the scope \`${access.scope}\`${access.mayBeInBody ? ', in a header or in the body' : ''}${access.opening ? ' if its work is paid for; otherwise open to everyone' : ''}.`;
    case 'admin':
      return "Requires an admin's token with the scope `admin`.";
    case 'own':
      return '';
  }
}
