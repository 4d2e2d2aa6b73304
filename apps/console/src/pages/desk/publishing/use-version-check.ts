import { t } from '@lingui/core/macro';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import {
  listOfPublisherOptions,
  listPublisherNodesOptions,
  searchNodesOptions,
} from '@atelier/client/react-query';
import type { NodeResponse, NodeVersionResponse } from '@atelier/client/api';

const CHECK_AFTER_MS = 300;
const NODES_OFFERED = 100;
const VERSION = /^(\d+)(?:\.(\d+))?(?:\.(\d+))?(-[\w.-]+)?(?:\+[\w.-]+)?$/;

/** What speaks against a node and a number, as sentences. */
type Problems = { node?: string; version?: string; warning?: string };

/** Asks whether the node is another publisher's, and whether the number is taken or low. */
export function useVersionCheck(
  publisherId: string,
  enteredNode = '',
  enteredNumber = '',
): Problems & {
  /** Those of the publisher. */
  nodes: readonly NodeResponse[];
  /** The one with the entered id. */
  own: NodeResponse | undefined;
} {
  const [node, version] = [enteredNode.trim(), enteredNumber.trim()];
  const path = { publisherId };
  const { data: nodes = [] } = useQuery(listPublisherNodesOptions({ path, query: { limit: NODES_OFFERED } }));
  const own = nodes.find((one) => isSame(one.id, node));
  const [id] = useDebouncedValue(node, CHECK_AFTER_MS);
  const { data: same } = useQuery({
    ...searchNodesOptions({ query: { search: id, limit: 10 } }),
    select: ({ nodes: found }) => found.find((one) => isSame(one.id, id)),
    enabled: id !== '' && !own,
  });
  const { data: versions = [] } = useQuery({
    ...listOfPublisherOptions({ path, query: { node_id: id, limit: 100 } }),
    select: ({ versions: all }) => all,
    enabled: id !== '',
  });
  if (id !== node) return { nodes, own };
  if (!own && same && same.publisher.id !== publisherId)
    return { nodes, own, node: t`“${same.id}” belongs to ${same.publisher.name}. Choose another id.` };
  return { nodes, own, ...checkNumber(version, versions, own?.latest_version?.version) };
}

function checkNumber(
  version: string,
  versions: readonly NodeVersionResponse[],
  latest: string | undefined,
): Problems {
  const parts = partsOf(version);
  if (version === '') return {};
  if (!parts) return { version: t`This is no version number. Write three numbers, such as 1.2.0.` };
  const full = version.replace(/^[\d.]+/, parts.slice(0, 3).join('.'));
  const taken = versions.find((one) => one.version === full && !isFree(one));
  if (taken)
    return {
      version:
        taken.status === 'NodeVersionStatusDeleted'
          ? t`${full} was published and deleted: a number can be used only once.`
          : t`${full} is already published. Choose a higher number.`,
    };
  if (latest === undefined || compare(parts, partsOf(latest) ?? []) >= 0) return {};
  return { warning: t`${full} is lower than the latest version, ${latest}, which stays the latest.` };
}

/** A version without a checked archive can be continued, and the number of a refused one used again. */
function isFree({ status, archive_refusal: refusal, sha256 }: NodeVersionResponse): boolean {
  return status === 'NodeVersionStatusPending'
    ? sha256 === ''
    : status === 'NodeVersionStatusFlagged' && !!refusal;
}

/** The three numbers, and 0 for a pre-release or 1; undefined if the text is no version. */
function partsOf(version: string): number[] | undefined {
  const found = VERSION.exec(version);
  if (!found) return undefined;
  const [, major, minor = '0', patch = '0', prerelease] = found;
  return [Number(major), Number(minor), Number(patch), prerelease === undefined ? 1 : 0];
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
