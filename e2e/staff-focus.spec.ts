import type { Page } from '@playwright/test'
import { callApi, enterBackOffice, expect, holdBack, open, placeOrder, sendMessage, signUp, test } from './shop.ts'
import { patient } from '../src/testing/patience.ts'

test.describe.configure({ timeout: patient(60_000) })

/** A message of somebody, opened in the inbox. */
async function openMessage(page: Page) {
  const email = `ada.${Date.now()}@example.com`
  const letter = { form: 'contact', name: 'Ada Marlow', email, subject: 'My order', message: 'Where is it?' }
  const reference = await sendMessage(page, letter)
  await enterBackOffice(page)
  await open(page, `/admin/inbox/${reference}`)
  return page.getByRole('dialog', { name: 'My order' })
}

test('jobs that are run again one after the other hand the focus on, and what fails is said beside its button', async ({
  page,
}) => {
  let left = ['job-1', 'job-2', 'job-3']
  await page.route('**/api/admin/queues', async (route) => {
    const answer = await route.fetch()
    const failed = left.map((id) => ({
      id,
      name: id,
      queue: 'mail',
      error: '451 try later',
      attempts: 5,
      failedAt: '2026-11-21T10:00:00.000Z',
    }))
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), failed, failedKinds: [] } })
  })
  let isDown = true
  await page.route('**/api/admin/queues/failed/*/run', async (route) => {
    if (isDown) return route.fulfill({ status: 502, body: '<html></html>' })
    left = left.filter((id) => !route.request().url().includes(id))
    return route.fulfill({ status: 202, json: {} })
  })
  await enterBackOffice(page, '/admin/queues')
  const run = (id: string) => page.getByRole('button', { name: `Run ${id} again` })
  await run('job-2').press('Enter')
  const row = page.getByRole('listitem').filter({ hasText: 'job-2' })
  await expect(row.getByRole('alert')).toContainText('The job could not be run again.')
  await expect(run('job-2')).toBeFocused()

  isDown = false
  await run('job-2').press('Enter')
  await expect(run('job-3')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(run('job-1')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Failed jobs' })).toBeFocused()
})

test('a reply says which of its buttons was pressed, and the focus stays with the answer', async ({ page }) => {
  await sendMessage(page, {
    form: 'contact',
    name: 'Ben Reed',
    email: `ben.${Date.now()}@example.com`,
    subject: 'Another',
    message: 'Is there a next one?',
  })
  const dialog = await openMessage(page)
  const reply = dialog.getByLabel(/^Reply to/)
  await reply.fill('It is on its way.')
  const { release } = await holdBack(page, '**/replies')
  await dialog.getByRole('button', { name: 'Send and open the next' }).press('Enter')
  const sending = dialog.getByRole('button', { name: 'Sending...' })
  await expect(sending).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Send reply' })).toHaveAttribute('aria-disabled', 'true')
  release()
  await expect(page.getByText('Reply sent', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog').getByLabel(/^Reply to/)).toBeFocused()
})

test('what is done to a message leaves the focus beside it, and says once what failed', async ({ page }) => {
  const dialog = await openMessage(page)
  const note = dialog.getByLabel('New note')
  await note.fill('Called them')
  await page.route('**/api/admin/inbox/*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 502, body: '' }) : route.fallback(),
  )
  const add = dialog.getByRole('button', { name: 'Add note' })
  await add.press('Enter')
  await expect(page.getByText('The change could not be saved.')).toHaveCount(1)
  await expect(page.locator('[aria-label^=Notifications] li')).toHaveCount(0)
  await expect(add).toBeFocused()
  await page.unroute('**/api/admin/inbox/*')
  await add.press('Enter')
  await expect(note).toBeFocused()

  await dialog.getByLabel('Answer due').fill('2031-01-05T10:00')
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(dialog.getByLabel('Answer due')).toBeFocused()
  await dialog.getByRole('button', { name: 'Close request' }).press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Notes' })).toBeFocused()

  await dialog.getByRole('button', { name: 'Saved replies' }).press('Enter')
  const saved = page.getByRole('dialog', { name: 'Saved replies' })
  await saved.getByRole('button', { name: 'New saved reply' }).press('Enter')
  await expect(saved.getByLabel('Name')).toBeFocused()
  await saved.getByRole('button', { name: 'Back' }).press('Enter')
  await expect(saved.getByRole('button', { name: 'New saved reply' })).toBeFocused()
})

test('a product that is deleted hands the focus to the next one', async ({ page }) => {
  await enterBackOffice(page, '/admin/products')
  const stamp = Date.now().toString(36)
  for (const name of ['One', 'Two', 'Three'])
    await callApi(page, 'POST', '/api/products', { name: `${name} ${stamp}`, category: 'printers', price: '9.00' })
  await open(page, `/admin/products?search=${stamp}`)
  const erase = (name: string) => page.getByRole('button', { name: `Delete ${name} ${stamp}` })
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(3)
  const after = await erase('Two').evaluate((button) => {
    const next = button.closest('tr')?.nextElementSibling?.querySelector('[aria-label^=Delete]')
    return next?.getAttribute('aria-label') ?? ''
  })
  await erase('Two').press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(2)
  await expect(page.getByRole('button', { name: after })).toBeFocused()
})

test('a row of a price list that was corrected hands the focus to the next one that failed', async ({ page }) => {
  const word = `Focus${Date.now().toString(36)}`
  const rows = ['9.00', 'cheap', 'dear', 'fair'].map((price, at) => `${word}-${at},${word} ${at},${price}`)
  await enterBackOffice(page)
  await page.getByRole('button', { name: 'Import CSV' }).first().click()
  const buffer = Buffer.from(['sku,name,price', ...rows].join('\n'))
  await page.getByLabel('CSV file', { exact: true }).setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Check first' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import products' })
  await dialog.getByRole('button', { name: 'Show the preview' }).click()
  await dialog.getByRole('tab', { name: 'Failed 3' }).click()
  const correct = (line: number) => dialog.getByRole('button', { name: `Correct line ${line}` })
  const mend = async (line: number) => {
    await correct(line).press('Enter')
    const form = dialog.getByRole('form', { name: `Line ${line}` })
    await form.getByLabel(/^Price/).fill('12.50')
    await form.getByRole('button', { name: 'Read again' }).press('Enter')
    await expect(correct(line)).toHaveCount(0)
  }
  await mend(4)
  await expect(correct(5)).toBeFocused()
  await mend(5)
  await expect(correct(3)).toBeFocused()
  await mend(3)
  await expect(dialog.getByRole('tab', { name: 'New 4' })).toBeFocused()
})

test('a form of the back office says beside its buttons why it was not sent, and the owner is asked in words', async ({
  page,
}) => {
  await enterBackOffice(page, '/admin/staff')
  await page.getByRole('button', { name: 'Invite a person' }).click()
  const invite = page.getByRole('dialog', { name: 'Invite a person' })
  const email = `nora.${Date.now()}@example.com`
  await invite.getByLabel('Name').fill('Nora Quill')
  await invite.getByLabel('Email').fill(email)
  await page.route('**/api/admin/staff', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionreset') : route.fallback(),
  )
  const send = invite.getByRole('button', { name: 'Send invitation' })
  await send.press('Enter')
  await expect(invite.getByRole('alert')).toHaveText(
    'Not invited. The invitation could not be sent. Check the connection and try again.',
  )
  await expect(send).toBeFocused()
  await page.unroute('**/api/admin/staff')
  await send.press('Enter')
  await expect(invite).toHaveCount(0)
})

test('an order has one main button and its addresses once', async ({ page }) => {
  const customer = await signUp(page)
  const id = await placeOrder(page, customer.email, 1)
  await page.route(`**/api/admin/orders/${id}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), awaitsRelease: true } })
  })
  await enterBackOffice(page, `/admin/orders/${id}`)
  await expect(page.getByRole('button', { name: 'Release' })).toBeVisible()
  await expect(page.locator('main .button-solid:enabled')).toHaveText(['Release'])
  await expect(page.getByText('12 Quire Lane')).toHaveCount(1)
  await expect(page.getByText('Same as shipping address')).toBeVisible()
  const note = page.getByLabel('Add a note')
  await note.fill('Asked by phone')
  await page.getByRole('button', { name: 'Add note' }).press('Enter')
  await expect(note).toBeFocused()

  // What is asked for in the field of the search is read whole.
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await open(page, '/admin/orders')
    const isCut = await page.getByRole('searchbox', { name: 'Search orders' }).evaluate((field: HTMLInputElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field)
      const pen = new OffscreenCanvas(1, 1).getContext('2d')
      if (pen === null) throw new Error('no pen')
      pen.font = font
      return (
        pen.measureText(field.placeholder).width >
        field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
      )
    })
    expect(isCut, `at ${width} px`).toBe(false)
  }
})
