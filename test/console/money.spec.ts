import { expect, expectAccessible } from './fixtures.js';
import { test, VENDOR_COST } from './support/with-vendors.js';

const QUEUE = 'image-tasks.run';
const GRANTED = 1_000;

test('Credits that an admin gives are held, spent and told, and the vendor’s book says the same', async ({
  page,
  given,
  signIn,
  vendors,
}) => {
  const ada = await given.person();
  const sum = page.getByRole('group', { name: 'Credits' });
  const statement = page.getByRole('table', { name: 'Statement' });
  const text = (available: number, held: number, spent: number) =>
    `1,000granted=${available}available+${held}held+${spent}spent+0expired`;

  await signIn('admin');
  await page.goto(`/console/admin/users/${ada.id}`);
  await page.getByRole('tab', { name: 'Credits' }).click();
  await page.getByRole('button', { name: 'Give a grant' }).click();
  const terms = page.getByRole('dialog', { name: `Give credits to ${ada.name}` });
  await terms.getByLabel('Credits').fill(String(GRANTED));
  await terms.getByLabel('Reason').fill('To begin with');
  await terms.getByRole('button', { name: 'Give the grant' }).click();
  await expect(page.getByText(`The grant was given to ${ada.name}.`)).toBeVisible();
  expect(await ada.api.get('/credits')).toMatchObject({ granted: GRANTED, available: GRANTED });

  // The task waits until the queue is resumed, and its price is held.
  await given.admin.post(`/admin/queues/${QUEUE}/pause`, { reason: 'A trial.' });
  await signIn(ada);
  await page.goto('/console/studio/new/image-relight');
  await page.getByRole('button', { name: 'Use the sample room.jpg: Picture' }).click();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('warm light from the left');
  await page.getByRole('button', { name: 'Relight', exact: true }).click();
  await expect(page).toHaveURL(/\?.*task=[\da-f-]{36}/);
  const id = new URL(page.url()).searchParams.get('task') ?? '';
  const { held: price } = await ada.api.get('/credits');
  expect(price).toBeGreaterThan(VENDOR_COST);
  await page.goto('/console/account?tab=credits');
  await expect(sum).toHaveText(text(GRANTED - price, price, 0));
  await expect(statement.getByRole('row').nth(1)).toHaveText(
    new RegExp(`^Held for a task-${price}${GRANTED - price}`),
  );

  await given.admin.post(`/admin/queues/${QUEUE}/resume`);
  await given.settled(ada, `/tasks/${id}`, ({ status }) => status === 'succeeded');
  await page.reload();
  await expect(sum).toHaveText(text(GRANTED - VENDOR_COST, 0, VENDOR_COST));
  const spent = `${VENDOR_COST} of ${price} held were spent`;
  await expect(statement.getByRole('row')).toHaveText([
    /^Entry/,
    new RegExp(`^Cost of a task\\+${price - VENDOR_COST}${spent}${GRANTED - VENDOR_COST}Relight a picture`),
    new RegExp(`^Held for a task-${price}${GRANTED - price}Relight a picture`),
    /^Grant given\+1,0001,000/,
  ]);
  await expectAccessible(page);

  await signIn('admin');
  await page.goto('/console/admin/books?vendor=north');
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('The ledger is balanced', { exact: true })).toBeVisible();
  const book = await vendors.north.book();
  const billed = book.filter(({ status }) => status === 'succeeded').length;
  await page.getByLabel('Book of the vendor').setInputFiles({
    ...{ name: 'book.json', mimeType: 'application/json' },
    buffer: Buffer.from(JSON.stringify({ orders: book })),
  });
  await page.getByRole('button', { name: 'Compare' }).click();
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await expect(comparison.getByRole('status')).toContainText('The books agree');
  const total = billed * VENDOR_COST;
  await expect(comparison.locator('dl')).toHaveText(
    `Orders that match${billed}Credits in our book${total}Credits in theirs${total}Difference0`,
  );
  await expectAccessible(page);

  // One more than was ordered is found.
  const twice = [...book, { ...book.at(-1), reference: null, order_id: 'never-ordered' }];
  await page.getByRole('button', { name: 'Choose another' }).click();
  await page.getByLabel('Book of the vendor').setInputFiles({
    ...{ name: 'book.json', mimeType: 'application/json' },
    buffer: Buffer.from(JSON.stringify(twice)),
  });
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('table', { name: 'Missing in our book' })).toContainText('never-ordered');
});
