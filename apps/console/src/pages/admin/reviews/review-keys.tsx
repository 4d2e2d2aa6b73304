import { t } from '@lingui/core/macro';
import { Button, Kbd, Modal, Table } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import type { ReactNode } from 'react';

const KEYS = [
  ['A', t`Approve`],
  ['R', t`Refuse`],
  ['T', t`Assign to me, or unassign`],
  ['J', t`Next`],
  ['K', t`Previous`],
  ['?', t`Show these keys`],
] as const;

/** The list of keyboard shortcuts, and the ones that move through the queue. */
export function ReviewKeys({ next, previous }: { next: () => void; previous: () => void }): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  const alone = (act: () => void) => (): void => {
    if (document.querySelector('[role="dialog"]') === null) act();
  };
  useHotkeys([
    ['j', alone(next)],
    ['k', alone(previous)],
    ['?', alone(open)],
    ['shift+?', alone(open)],
  ]);
  return (
    <>
      <Button
        variant="subtle"
        onClick={open}
        rightSection={<Kbd aria-hidden>?</Kbd>}
        visibleFrom="sm"
      >{t`Keys`}</Button>
      <Modal opened={isOpen} onClose={close} title={t`Keys of the review queue`}>
        <Table aria-label={t`Keys`}>
          <Table.Tbody>
            {KEYS.map(([key, does]) => (
              <Table.Tr key={key}>
                <Table.Th scope="row" w={80}>
                  <Kbd>{key}</Kbd>
                </Table.Th>
                <Table.Td>{does}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Modal>
    </>
  );
}
