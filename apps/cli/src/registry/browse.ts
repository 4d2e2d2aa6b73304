import {
  createPublisher as create,
  getPublisher,
  listOwnPublishers,
  listPublisherNodes,
  listPublishers as list,
  searchNodes,
} from '@atelier/client/api';
import { connect } from '../account/connection.js';
import { usageError } from '../terminal/exit-codes.js';
import { plain, type Shell, table } from '../terminal/shell.js';

const WIDTH = 70;

export async function search(shell: Shell, { limit }: { limit: string }, words: string[]): Promise<void> {
  const atelier = await connect(shell);
  const query = { search: words.join(' '), limit: positive(limit) };
  const data = await atelier.call(searchNodes, { query });
  shell.result(data, () =>
    data.nodes.length === 0
      ? 'Nothing was found.'
      : table(
          data.nodes.map(({ id, latest_version, publisher, description }) => [
            id,
            latest_version?.version,
            publisher?.id,
            (description ?? '').slice(0, WIDTH),
          ]),
        ),
  );
}

export async function listPublishers(shell: Shell, { all }: { all?: true }): Promise<void> {
  const atelier = await connect(shell);
  if (all) {
    const data = await atelier.call(list, {});
    shell.result(data, () => table(data.map(({ id, name }) => [id, name])));
  } else {
    const data = await atelier.call(listOwnPublishers, {});
    shell.result(data, () =>
      table(data.map(({ publisher: { id, name }, role, invited }) => [id, name, invited ? 'invited' : role])),
    );
  }
}

export async function showPublisher(shell: Shell, _options: object, publisherId: string): Promise<void> {
  const atelier = await connect(shell);
  const path = { publisherId };
  const [publisher, nodes] = await Promise.all([
    atelier.call(getPublisher, { path }),
    atelier.call(listPublisherNodes, { path }),
  ]);
  shell.result({ ...publisher, nodes }, () => [
    `${shell.color('bold', publisher.id)}  ${plain(publisher.name)}`,
    ...(publisher.description ? [plain(publisher.description)] : []),
    ...table(nodes.map(({ id, latest_version }) => [`  ${id}`, latest_version?.version])),
  ]);
}

export async function createPublisher(shell: Shell, { name }: { name?: string }, id: string): Promise<void> {
  const atelier = await connect(shell);
  const data = await atelier.call(create, { body: { id, name: name ?? id } });
  shell.result(data, () => `The publisher ${data.id} is yours.`);
}

function positive(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw usageError(`--limit must be a number from 1 to 100, not ${text}.`);
  return Number(text);
}
