import type { StaffOrder } from '../src/bff/contracts/staff-orders.ts'
import type { Locator, Page } from '@playwright/test'
import { ADDRESS, enterBackOffice, expect, expectToast, holdBack, pictureFile, sendMessage, test } from './shop.ts'
import { patient } from '../src/testing/patience.ts'

/** The words of the back office (specification 2, section 8). */
test.describe.configure({ timeout: patient(60_000) })

/** An order without items, which the pages of staff get instead of their own. */
const ORDER: StaffOrder = {
  id: 100999,
  userId: null,
  status: 'pending',
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
  customerName: 'Ada Marlow',
  customerEmail: 'ada@example.com',
  customerPhone: null,
  customerAddress: '12 Quire Lane, Tulsa, OK 74103',
  shippingAddress: { ...ADDRESS, address2: null },
  billingAddress: { ...ADDRESS, address2: null },
  items: [],
  subtotal: '0.00',
  shipping: '0.00',
  tax: '0.00',
  totalAmount: '0.00',
  paymentMethod: 'cash_on_delivery',
  cardBrand: null,
  cardLast4: null,
  carrier: null,
  trackingNumber: null,
  estimatedDelivery: null,
  trackingEvents: [],
  history: [],
  nextStatuses: [],
  returns: [],
  shippingMethod: 'standard',
  refunded: '0.00',
  paid: '0.00',
  refundable: '0.00',
  refundableShipping: '0.00',
  refunds: [],
  invoice: null,
  notes: [],
  revision: 0,
  awaitsRelease: false,
}

const csvOf = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\n')}\n`),
})
const choose = (page: Page, file: ReturnType<typeof csvOf>) =>
  page.getByLabel('CSV file', { exact: true }).setInputFiles(file)

test('products: on their way, saved, deleted, and what could not be', async ({ page }) => {
  const { release } = await holdBack(page, '**/api/admin/products?**')
  await enterBackOffice(page, '/admin/products')
  await expect(page.getByText('Loading products...', { exact: true })).toBeVisible()
  release()
  await expect(page.getByText('Loading products...', { exact: true })).toHaveCount(0)

  const name = `Quire Words ${Date.now()}`
  const dialog = page.getByRole('dialog')
  let isRefusing = true
  await page.route(/\/api\/admin\/products(\/\d+)?$/, (route) =>
    isRefusing
      ? route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'The database is away.', requestId: 'r' } })
      : route.continue(),
  )
  /** Once while the server is away, once when it is back. */
  const twice = async (act: Locator, failed: string, done: string) => {
    isRefusing = true
    await act.click()
    await expectToast(page, 'Error', failed)
    isRefusing = false
    await act.click()
    await expectToast(page, 'Success', done)
    await expect(dialog).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Add Product' }).click()
  await dialog.getByLabel('Product Name').fill(name)
  await dialog.getByLabel('Price', { exact: true }).fill('12.00')
  await twice(
    dialog.getByRole('button', { name: 'Create Product' }),
    'Failed to create product',
    'Product created successfully',
  )
  await page.getByRole('searchbox', { name: 'Search products' }).fill(name)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await dialog.getByLabel('Description').fill('Said twice.')
  await twice(
    dialog.getByRole('button', { name: 'Update Product' }),
    'Failed to update product',
    'Product updated successfully',
  )
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(dialog.getByText('Are you sure you want to delete this product?', { exact: true })).toBeVisible()
  await twice(
    dialog.getByRole('button', { name: 'Delete' }),
    'Failed to delete product',
    'Product deleted successfully',
  )
})

test('orders: on their way, none, not to be had, and one without items', async ({ page }) => {
  await page.route('**/api/admin/orders?**', (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }))
  const { release } = await holdBack(page, '**/api/admin/orders?**')
  await enterBackOffice(page, '/admin/orders')
  await expect(page.getByText('Loading orders...', { exact: true })).toBeVisible()
  release()
  await expect(page.getByText('No orders found', { exact: true })).toBeVisible()

  await page.unroute('**/api/admin/orders?**')
  await page.route('**/api/admin/orders?**', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Broken', requestId: 'r' } }),
  )
  await page.reload()
  await expect(page.getByText('Failed to fetch orders', { exact: true })).toBeVisible()

  await page.unroute('**/api/admin/orders?**')
  await page.route('**/api/admin/orders?**', (route) =>
    route.fulfill({ json: [ORDER], headers: { 'x-total-count': '1' } }),
  )
  await page.reload()
  await page.getByRole('button', { name: 'View details of order 100999' }).click()
  await expect(page.getByRole('dialog').getByText('No items available', { exact: true })).toBeVisible()
})

test('orders: one that waits for release is called that wherever it is listed', async ({ page }) => {
  const waiting = 'Waiting for release'
  const email = `held-${Date.now()}@example.com`
  const held: StaffOrder = { ...ORDER, customerEmail: email, awaitsRelease: true, nextStatuses: ['processing'] }
  const letter = { form: 'contact', name: 'Ada Marlow', email, subject: 'My order', message: 'Where is it?' }
  const reference = await sendMessage(page, letter)
  await page.route('**/api/admin/orders?**', (route) =>
    route.fulfill({ json: [held, { ...held, id: 100998 }], headers: { 'x-total-count': '2' } }),
  )
  await page.route('**/api/admin/orders/100999', (route) => route.fulfill({ json: held }))

  await enterBackOffice(page, '/admin/orders/100999')
  await expect(page.getByRole('main').getByText(waiting)).toHaveCount(2)
  const others = page.getByRole('region', { name: 'Other orders of this customer' })
  await expect(others.getByText(waiting)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByPlaceholder('A room, an order').fill('held')
  await expect(page.getByRole('option', { name: '#100998' })).toContainText(waiting)

  await page.goto('/admin/orders')
  const row = page.getByRole('row').filter({ hasText: '#100999' })
  await expect(row.getByText(waiting)).toBeVisible()
  await row.getByRole('button', { name: 'View details of order 100999' }).click()
  await expect(page.getByRole('dialog').getByText(waiting)).toBeVisible()

  await page.goto(`/admin/inbox/${reference}`)
  await expect(page.getByRole('region', { name: 'Sender' }).getByText(waiting)).toHaveCount(2)
})

test('price lists: what is refused, the figures of the end, five errors and a count of the others', async ({
  page,
}) => {
  await enterBackOffice(page, '/admin/products')
  await page.getByRole('button', { name: 'Import CSV' }).first().click()
  await choose(page, { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  await expectToast(page, 'Invalid file type', 'Please select a CSV file (.csv extension)')
  await choose(page, csvOf('empty.csv', ['name,price']))
  await page.getByRole('button', { name: 'Import now' }).click()
  await expectToast(page, 'No Products Found', "The CSV file doesn't contain any valid product data")
  await page.getByRole('button', { name: 'Change file' }).click()
  await choose(page, csvOf('headless.csv', ['name,name', 'a,b']))
  await page.getByRole('button', { name: 'Import now' }).click()
  await expectToast(page, 'Upload failed', 'Failed to process CSV file')
  await page.getByRole('button', { name: 'Change file' }).click()

  const word = `Words${Date.now().toString(36)}`
  await choose(
    page,
    csvOf(`${word}.csv`, [
      'name,brand,price',
      `${word} Good,Quire,12.00`,
      ...Array.from({ length: 7 }, (_, index) => `${word} Bad ${index},Quire,cheap`),
    ]),
  )
  const readings: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/admin/products?')) readings.push(Date.now())
  })
  await page.getByRole('button', { name: 'Import now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import products' })
  await expectToast(page, 'Upload completed', 'Successfully imported 1 products. Refreshing product list...')
  await expectToast(page, 'Some imports failed', '7 products failed to import')
  await expect(dialog.getByRole('heading', { name: 'Import Complete', exact: true })).toBeVisible()
  for (const [label, figure] of [
    ['Total', '8'],
    ['Successful', '1'],
    ['Failed', '7'],
  ] as const) {
    await expect(dialog.locator('dl > div').filter({ hasText: label }).getByRole('definition')).toHaveText(figure)
  }
  const errors = dialog.getByRole('listitem').filter({ hasText: /^Failed to create/ })
  await expect(errors).toHaveCount(5)
  await expect(errors.first()).toHaveText(new RegExp(`^Failed to create "${word} Bad 0": 422 .*price.*`, 'i'))
  await expect(dialog.getByText('... and 2 more errors', { exact: true })).toBeVisible()
  // A second apart; a machine with much to do sees the first one late.
  await expect
    .poll(() => (readings.at(-1) ?? 0) - (readings[0] ?? 0), 'the list is read at the end and once more')
    .toBeGreaterThanOrEqual(500)
})

test('pictures: sent, dropped, sent twice, and none among what was dropped', async ({ page }) => {
  await enterBackOffice(page, '/admin/products')
  await page.getByRole('button', { name: 'Add Product' }).click()
  const dialog = page.getByRole('dialog')
  const pictures = dialog.getByRole('list', { name: 'Product images' }).getByRole('listitem')
  const drop = async (
    files: readonly { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }[],
  ) => {
    const dropped = await page.evaluateHandle(
      (parts) => {
        const transfer = new DataTransfer()
        for (const { name, type, bytes } of parts)
          transfer.items.add(new File([new Uint8Array(bytes)], name, { type, lastModified: 1 }))
        return transfer
      },
      files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, bytes: [...buffer] })),
    )
    await dialog.getByRole('button', { name: 'Choose images' }).dispatchEvent('drop', { dataTransfer: dropped })
  }
  const note = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }
  await drop([note])
  await expectToast(page, 'No Images Found', 'Please drop valid image files (PNG, JPG, GIF).')
  const [cyan, yellow] = [await pictureFile('cyan.png', '#0af'), await pictureFile('yellow.png', '#fd0')]
  await dialog.getByLabel('Product images', { exact: true }).first().setInputFiles([cyan, note])
  await expectToast(page, 'Upload Complete', '1 images uploaded successfully, 1 failed')
  await expect(dialog.getByRole('button', { name: 'Main image: image 1 of 1' })).toBeVisible()
  await drop([yellow, yellow, note])
  await expectToast(page, 'Drop Upload Complete', '1 images uploaded successfully, 0 failed')
  await expect(pictures).toHaveCount(2)
  await drop([yellow])
  await expect(pictures, 'the same file is not added twice').toHaveCount(2)
  await expect(dialog.getByRole('button', { name: 'Main image: image 1 of 2' })).toBeVisible()
})
