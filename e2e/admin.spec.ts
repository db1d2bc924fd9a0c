import type { Page, Route } from '@playwright/test'
import {
  axeFindings,
  callApi,
  endSessionWithNextChange,
  enterBackOffice,
  expect,
  expectToast,
  holdBack,
  loseAnswer,
  open,
  placeOrder,
  signUp,
  STAFF_PASSWORD,
  test,
  unlock,
} from './shop.ts'
import { findings } from './walk.ts'
import { patient } from '../src/testing/patience.ts'

/** A new customer buys one piece of each product, so that there is an order to move. */
async function buy(page: Page, ...productIds: readonly number[]): Promise<number> {
  const { email } = await signUp(page)
  return placeOrder(page, email, ...productIds)
}

test.describe('the gate', () => {
  test('stays shut for a wrong password and opens for the right one, for as long as the server says', async ({
    page,
    context,
  }) => {
    await open(page, '/admin')
    await expect(page.getByText('Authorized personnel only. All access is logged.')).toBeVisible()
    const submit = page.getByRole('button', { name: 'Unlock' })
    await expect(submit).toBeDisabled()
    await page.getByLabel('Password', { exact: true }).fill('let me in')
    const check = await holdBack(page, '**/api/admin/session')
    const started = Date.now()
    await submit.click()
    await expect(page.getByRole('button', { name: 'Checking...' })).toBeDisabled()
    check.release()
    await expect(page.getByText('Access Denied', { exact: true })).toBeVisible()
    expect(Date.now() - started).toBeGreaterThanOrEqual(1000)
    await expect(page.getByText('Invalid password. Please try again.').first()).toBeVisible()

    await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD)
    await submit.click()
    await expect(page.getByText('Access Granted', { exact: true })).toBeVisible()
    await expect(page.getByText('Welcome to the admin panel.', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()

    await context.clearCookies()
    const ended = page.getByText('Your session has ended. Enter the password again to go on.')
    // Who asks the server first finds out: a list that was just being refreshed may cover the tab before it is chosen.
    await page
      .getByRole('tab', { name: 'Audit log' })
      .click({ timeout: patient(5000) })
      .catch(() => expect(ended).toBeVisible())
    await expect(ended).toBeVisible()
  })

  test('is locked again after 24 hours', async ({ page }) => {
    await enterBackOffice(page)
    await page.evaluate(
      (at) => localStorage.setItem('mr-printer-admin-unlocked', String(at)),
      Date.now() - 24 * 3600 * 1000,
    )
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Admin Access' })).toBeVisible()
  })

  test('is locked by Logout, also on the server', async ({ page }) => {
    await enterBackOffice(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByText('Logged Out', { exact: true })).toBeVisible()
    // The page locks at once, and the shop hears of it a moment later.
    const products = () => page.evaluate(async () => (await fetch('/api/admin/products')).status)
    await expect.poll(products).toBe(401)
  })
})

test('what staff were typing outlives their session', async ({ page }) => {
  // The gate opens four times.
  test.setTimeout(patient(60_000))
  const id = await buy(page, 2)
  const name = `Quire Kept ${Date.now()}`
  await enterBackOffice(page, '/admin/products')
  const dialog = page.getByRole('dialog')
  /** The session ends while something is sent; the gate covers it, and staff come back to where they were. */
  async function endedBy(act: () => Promise<void>): Promise<void> {
    await endSessionWithNextChange(page)
    await act()
    await expect(page.getByText('Your session has ended. Enter the password again to go on.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('tablist', { name: 'Admin sections' })).toHaveCount(0)
    await unlock(page)
    await expect(page.getByRole('heading', { name: 'Admin Access' })).toHaveCount(0)
  }

  await page.getByRole('button', { name: 'Add Product' }).click()
  await dialog.getByLabel('Product Name').fill(name)
  await dialog.getByLabel('Price', { exact: true }).fill('12.00')
  await dialog.getByLabel('Description').fill('Typed for half an hour.')
  await endedBy(() => dialog.getByRole('button', { name: 'Create Product' }).click())
  await expect(dialog.getByLabel('Description')).toHaveValue('Typed for half an hour.')
  await dialog.getByRole('button', { name: 'Create Product' }).click()
  await expect(page.getByText('Product created successfully', { exact: true })).toBeVisible()

  await page.getByRole('tab', { name: 'Order Management' }).click()
  await page.getByLabel(`Select order ${id}`).check()
  await page.getByRole('button', { name: 'Change status' }).click()
  await dialog.getByLabel('Step').selectOption('Start processing')
  await endedBy(() => dialog.getByRole('button', { name: 'Move 1 order' }).click())
  await dialog.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(dialog.getByLabel('Step')).toBeFocused()
  await dialog.getByRole('button', { name: 'Move 1 order' }).click()
  await expect(dialog.getByText('Now processing')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: `View details of order ${id}` }).click()
  await dialog.getByRole('button', { name: 'Mark as shipped' }).click()
  await dialog.getByLabel(/^Tracking number/).fill('KEPT-77')
  await endedBy(() => dialog.getByRole('button', { name: 'Mark as shipped' }).click())
  await expect(dialog.getByLabel(/^Tracking number/)).toHaveValue('KEPT-77')
  await dialog.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(dialog.getByText('KEPT-77')).toBeVisible()
})

test('staff add a product, correct it and delete it', async ({ page }) => {
  const name = `Quire Press ${Date.now()}`
  await enterBackOffice(page, '/admin/products')
  await page.getByRole('button', { name: 'Add Product' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Product Name').fill(name)
  await dialog.getByLabel('Price', { exact: true }).fill('129.5')
  await dialog.getByLabel('Specifications').fill('{"Speed": "38 ppm",}')
  await dialog.getByRole('button', { name: 'Create Product' }).click()
  await expect(
    dialog.getByText('This is not valid JSON: line 1, column 20: a name in double quotes is expected.'),
  ).toBeVisible()
  await dialog.getByLabel('Specifications').fill('Speed: 38 ppm')
  await dialog.getByLabel('Features').fill('Duplex\nQuiet')
  await dialog.getByRole('button', { name: 'Create Product' }).click()
  await expect(page.getByText('Product created successfully', { exact: true })).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search products' }).fill(name)
  await expect(page).toHaveURL(/search=Quire/)
  const row = page.getByRole('row', { name: new RegExp(name) })
  await row.getByRole('button', { name: /^Change price/ }).click()
  await row.getByRole('textbox', { name: /^price/ }).fill('119')
  await row.getByRole('textbox', { name: /^price/ }).press('Enter')
  await expect(page.getByText('Product updated successfully', { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: /\$119\.00/ })).toBeVisible()

  await row.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(dialog.getByLabel('Features')).toHaveValue('Duplex\nQuiet')
  await dialog.getByLabel('Featured product').check()
  const request = page.waitForRequest((each) => each.method() === 'PUT')
  await dialog.getByRole('button', { name: 'Update Product' }).click()
  expect(Object.keys((await request).postDataJSON() as object).toSorted()).toEqual(['isFeatured', 'updatedAtWas'])
  await expect(row.getByText('Featured', { exact: true }).filter({ visible: true })).toBeVisible()

  await row.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(dialog.getByText('Are you sure you want to delete this product?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Product deleted successfully', { exact: true })).toBeVisible()
  await expect(page.getByText('No products found')).toBeVisible()
})

test("a colleague's newer edit is shown, and neither edit is lost", async ({ page }) => {
  await enterBackOffice(page, '/admin/products')
  const change = (body: object) =>
    page.evaluate(
      (body) =>
        fetch('/api/admin/products/12', {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }).then((answer) => answer.status),
      body,
    )
  const name = await page.evaluate(
    async () => ((await (await fetch('/api/products/12')).json()) as { name: string }).name,
  )
  await page.getByRole('searchbox', { name: 'Search products' }).fill(name)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price', { exact: true }).fill('301.00')
  expect(await change({ price: '302.00', features: ['From a colleague'] })).toBe(200)
  await dialog.getByRole('button', { name: 'Update Product' }).click()
  await expect(dialog.getByRole('heading', { name: 'Edited meanwhile' })).toBeVisible()
  await expect(dialog.getByRole('row', { name: /Price.*302\.00.*301\.00/ })).toBeVisible()
  await expect(dialog.getByText('Only they changed, and it stays: Features.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save my edits over it' }).click()
  await expect(page.getByText('Product updated successfully', { exact: true })).toBeVisible()
  const product = await page.evaluate(async () => (await fetch('/api/products/12')).json())
  expect(product).toMatchObject({ price: '301.00', features: ['From a colleague'] })

  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: `Edit ${name}`, exact: true }) })
  await row.getByRole('button', { name: /^Change price/ }).click()
  expect(await change({ price: '303.00' })).toBe(200)
  const cell = row.getByRole('textbox', { name: /^price/ })
  await cell.fill('304.00')
  await cell.press('Enter')
  await expect(row.getByText('Somebody made it $303.00 meanwhile.')).toBeVisible()
  await expect(cell).toHaveValue('304.00')
  await cell.press('Enter')
  await expect(row.getByRole('button', { name: /\$304\.00/ })).toBeVisible()

  await test.step('a review is hidden by keys, though the answer is lost, and is shown again', async () => {
    const ratings = async () => {
      const { rating, reviewCount } = await callApi<{ rating: string; reviewCount: number }>(
        page,
        'GET',
        '/api/products/12',
      )
      return { rating, reviewCount }
    }
    /** What somebody else does before the next press arrives. */
    const whileOnItsWay = (url: string, act: (path: string, sent: object) => Promise<unknown>) =>
      page.route(
        url,
        async (route) => {
          const { pathname } = new URL(route.request().url())
          await act(pathname, route.request().postDataJSON() as object)
          await route.continue()
        },
        { times: 1 },
      )
    const before = await ratings()
    await row.getByRole('button', { name: `Edit ${name}`, exact: true }).click()
    await dialog.getByRole('button', { name: 'Reviews', exact: true }).press('Enter')
    const review = dialog.getByRole('listitem').filter({ has: page.getByRole('button', { name: /the review by/ }) })
    await expect(review).toHaveCount(before.reviewCount)
    const words = await review
      .first()
      .getByText(/\w+ \w+ \w+/)
      .first()
      .innerText()
    await review
      .first()
      .getByRole('button', { name: /^Hide the review by/ })
      .press('Enter')
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    const foot = await dialog.getByRole('button', { name: 'Update Product' }).boundingBox()
    const send = await dialog.getByRole('button', { name: 'Hide review' }).boundingBox()
    expect((send?.y ?? Infinity) + (send?.height ?? 0), 'nothing lies over it').toBeLessThan(foot?.y ?? 0)
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.type('Names a neighbor.')
    await loseAnswer(page, '**/api/admin/products/12/reviews/*/hide')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Review hidden', 'It no longer counts for the rating of the product.')
    await expect(review.first()).toContainText('Names a neighbor.')
    await expect(review.first().getByRole('button', { name: /^Show again the review by/ })).toBeFocused()
    expect((await ratings()).reviewCount).toBe(before.reviewCount - 1)
    const card = dialog.getByLabel('In the shop')
    await expect(card, 'the card beside the form follows').toContainText(`(${before.reviewCount - 1})`)
    expect(JSON.stringify(await callApi(page, 'GET', '/api/products/12/reviews'))).not.toContain(words)

    const conflict = 'Somebody else has hidden this review meanwhile. Please look at it again.'
    await whileOnItsWay('**/reviews/*/show', async (path, seen) => {
      await callApi(page, 'POST', path, seen)
      await callApi(page, 'POST', path.replace(/show$/, 'hide'), { reason: 'Advertises.' })
    })
    await page.keyboard.press('Enter')
    await expect(review.first().getByRole('alert')).toHaveText(conflict)
    await expect(review.first()).toContainText('Advertises.')
    expect((await ratings()).reviewCount).toBe(before.reviewCount - 1)
    await page.keyboard.press('Enter')
    await expectToast(page, 'Review shown again', 'It counts for the rating of the product.')
    await expect(review.first().getByRole('button', { name: /^Hide the review by/ })).toBeFocused()
    expect(await ratings()).toEqual(before)

    await page.keyboard.press('Enter')
    await page.keyboard.type('Off topic.')
    await whileOnItsWay('**/reviews/*/hide', (path) => callApi(page, 'POST', path, { reason: 'Insults.' }))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(review.first().getByRole('alert')).toHaveText(conflict)
    await expect(review.first()).toContainText('Insults.')
    await expect(dialog.getByLabel('Reason')).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(review.first().getByRole('button', { name: /^Hide the review by/ })).toBeFocused()
    await expect(review.first().getByRole('alert')).toHaveCount(0)
  })
})

test('staff move an order along, and a delivered order goes nowhere', async ({ page }) => {
  const id = await buy(page, 5)
  await enterBackOffice(page, '/admin/orders')
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(String(id))
  await page.getByRole('button', { name: `View details of order ${id}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Start processing' }).click()
  await expect(dialog.getByText('Processing', { exact: true }).first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Mark as shipped' }).click()
  await dialog.getByLabel('Carrier').fill('FedEx')
  await dialog.getByLabel(/^Tracking number/).fill('FX-1234')
  await dialog.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(dialog.getByText('FX-1234')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel order' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Mark as delivered' }).click()
  await expect(page.getByText(`Order #${id} is now delivered.`, { exact: true })).toBeVisible()
  await expect(dialog.getByText('The order has come to its end: delivered.')).toBeVisible()
  await expect(dialog.getByText(/by staff/)).toHaveCount(3)
  // The pressed button is gone and its message is still shown: one press closes the dialog all the same.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('a product that is saved again because the first answer was lost is nobody else’s edit', async ({ page }) => {
  const name = `Quire Lost ${Date.now()}`
  await enterBackOffice(page)
  const made = await callApi<{ id: number }>(page, 'POST', '/api/admin/products', { name, price: '12.50' })
  await open(page, `/admin/products/${made.id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price', { exact: true }).fill('13.50')
  await loseAnswer(page, `**/api/admin/products/${made.id}`)
  await dialog.getByRole('button', { name: 'Update Product' }).click()
  await expect(dialog.getByText('The product could not be saved. Check the connection and try again.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Update Product' }).click()
  await expectToast(page, 'Success', 'Product updated successfully')
  await expect(dialog).toHaveCount(0)
})

test('an address that is corrected again because the first answer was lost was corrected', async ({ page }) => {
  const id = await buy(page, 2)
  await enterBackOffice(page, `/admin/orders/${id}`)
  await page.getByRole('button', { name: 'Correct address' }).click()
  const form = page.getByRole('form', { name: 'Correct address' })
  await form.getByLabel('Address', { exact: true }).fill('14 Quire Lane')
  await form.getByLabel(/^Reason/).fill('A typing error')
  await loseAnswer(page, '**/address')
  await form.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText('No answer from the shop', { exact: true })).toBeVisible()
  await form.getByRole('button', { name: 'Save address' }).click()
  await expectToast(page, 'Address corrected', 'The customer gets a mail with the order as it is now.')
  await expect(form).toHaveCount(0)
})

test('a return and a refund whose answers are lost are not said to have failed', async ({ page }) => {
  const id = await buy(page, 2)
  await enterBackOffice(page)
  const read = () => callApi<{ status: string; refunded: string }>(page, 'GET', `/api/admin/orders/${id}`)
  for (const to of ['processing', 'shipped', 'delivered']) {
    await callApi(page, 'POST', `/api/admin/orders/${id}/status`, { to })
    await expect.poll(async () => (await read()).status).toBe(to)
  }
  const items = [{ line: 1, quantity: 1, reason: 'defective', isUnopened: false }]
  await callApi(page, 'POST', `/api/user/orders/${id}/returns`, { items })
  await open(page, `/admin/orders/${id}`)
  await loseAnswer(page, '**/returns/*/status')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText(/^RMA-\d+ is now approved\. The customer gets a mail\.$/)).toBeVisible()

  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const refund = page.getByRole('form', { name: 'Refund' })
  await refund.getByLabel('Amount').fill('1.00')
  await refund.getByLabel('Reason').fill('A scratch')
  await loseAnswer(page, '**/refunds')
  await refund.getByRole('button', { name: 'Refund $1.00' }).click()
  await expect(
    page.getByText('Try again. If the refund went through, it is not made a second time.', { exact: true }),
  ).toBeVisible()
  await refund.getByRole('button', { name: 'Refund $1.00' }).click()
  await expectToast(page, '$1.00 refunded', 'The customer gets a mail about it.')
  expect((await read()).refunded).toBe('1.00')
})

test('a refund form follows what somebody else gives back, and keeps what was typed', async ({ page }) => {
  const id = await buy(page, 2)
  await enterBackOffice(page)
  const read = () =>
    callApi<{ status: string; revision: number; refundable: string }>(page, 'GET', `/api/admin/orders/${id}`)
  for (const to of ['processing', 'shipped', 'delivered']) {
    await callApi(page, 'POST', `/api/admin/orders/${id}/status`, { to })
    await expect.poll(async () => (await read()).status).toBe(to)
  }
  const { refundable, revision } = await read()
  const left = (Number(refundable) - 5).toFixed(2)
  await open(page, `/admin/orders/${id}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const form = page.getByRole('form', { name: 'Refund' })
  await form.getByLabel(/^Reason/).fill('A scratch')
  await expect(form.getByLabel('Amount')).toHaveValue(refundable)
  await page.request.post(`/api/admin/orders/${id}/refunds`, {
    headers: { 'Idempotency-Key': `colleague-${id}`, Origin: new URL(page.url()).origin },
    data: { amount: '5.00', reason: 'It came late', revision },
  })
  await expect(form.getByRole('status').first()).toHaveText(
    `Somebody else changed this order. $5.00 is refunded now, $${left} may still go back.`,
  )
  await expect(form.getByText(`Up to $${left}.`)).toBeVisible()
  await expect(form.getByLabel('Amount')).toHaveValue(left)
  await expect(form.getByLabel(/^Reason/)).toHaveValue('A scratch')
  await form.getByLabel('Amount').fill('2.00')
  // The shop makes it, and a proxy before it has given up waiting.
  const gaveUp = async (route: Route) => {
    await route.fetch()
    await route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>504</h1>' })
  }
  await page.route('**/refunds', gaveUp, { times: 1 })
  await form.getByRole('button', { name: 'Refund $2.00' }).click()
  await expect(form.getByRole('alert')).toHaveText(
    'No answer from the shop. Try again. If the refund went through, it is not made a second time.',
  )
  await form.getByRole('button', { name: 'Refund $2.00' }).click()
  await expectToast(page, '$2.00 refunded', 'The customer gets a mail about it.')
  expect((await read()).refundable).toBe((Number(left) - 2).toFixed(2))
})

test('a refund for one item names it, and is left out of what a return of it pays', async ({ page }) => {
  const id = await buy(page, 2, 12)
  await enterBackOffice(page)
  const read = () =>
    callApi<{ status: string; items: { name: string; refundable: string }[] }>(page, 'GET', `/api/admin/orders/${id}`)
  for (const to of ['processing', 'shipped', 'delivered']) {
    await callApi(page, 'POST', `/api/admin/orders/${id}/status`, { to })
    await expect.poll(async () => (await read()).status).toBe(to)
  }
  const [{ name, refundable } = { name: '', refundable: '' }, other] = (await read()).items
  await open(page, `/admin/orders/${id}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const form = page.getByRole('form', { name: 'Refund' })
  const ofFirst = form.getByRole('checkbox', { name: `1 × ${name}` })
  await ofFirst.check()
  await expect(form.getByLabel('Amount')).toHaveValue(refundable)
  await expect(form.getByText(/^Up to /)).toContainText(Number(refundable).toLocaleString('en-US'))
  await form.getByLabel('Amount').fill('20.00')
  const ofOther = form.getByRole('checkbox', { name: `1 × ${other?.name}` })
  for (const isChosen of [true, false]) {
    await ofOther.setChecked(isChosen)
    await expect(form.getByLabel('Amount')).toHaveValue('20.00')
  }
  await form.getByLabel(/^Reason/).fill('A scratch')
  await form.getByRole('button', { name: 'Refund $20.00' }).click()
  await expectToast(page, '$20.00 refunded', 'The customer gets a mail about it.')
  await expect(page.getByText(`Refunded $20.00 for ${name}`, { exact: true })).toBeVisible()
  const left = (Number(refundable) - 20).toFixed(2)
  expect((await read()).items.map((item) => item.refundable)).toEqual([left, other?.refundable])

  const items = [{ line: 1, quantity: 1, reason: 'changed-mind', isUnopened: false }]
  await callApi(page, 'POST', `/api/user/orders/${id}/returns`, { items })
  await open(page, `/admin/orders/${id}`)
  const asked = page.getByRole('region', { name: /^Return RMA-/ })
  await expect(asked.getByText('To refund')).toContainText(Number(left).toLocaleString('en-US'))
  await expect(asked.getByText('($20.00 refunded before)')).toBeVisible()
})

test('a step that is being written says who was faster, and with which words', async ({ page }) => {
  const id = await buy(page, 2)
  await enterBackOffice(page, `/admin/orders/${id}`)
  const steps = page.getByRole('main')
  await steps.getByRole('button', { name: 'Start processing' }).click()
  await steps.getByRole('button', { name: 'Mark as shipped' }).click()
  await steps.getByLabel(/^Tracking number/).fill('MINE-1')
  await callApi(page, 'POST', `/api/admin/orders/${id}/status`, {
    to: 'shipped',
    carrier: 'DHL',
    trackingNumber: 'T-2',
  })
  await expect(
    steps.getByText('Somebody else was faster: it is shipped with DHL T-2. What you typed was not sent: MINE-1'),
  ).toBeVisible()
  await steps.getByRole('button', { name: 'Mark as delivered' }).click()
  await expect(steps.getByText('The order has come to its end: delivered.')).toBeVisible()
  await expect(steps.getByText(/Somebody else was faster/)).toHaveCount(0)
})

test('the form of a step takes the focus and gives it back to its button', async ({ page }) => {
  const id = await buy(page, 5)
  await enterBackOffice(page, `/admin/orders/${id}`)
  await page.getByRole('button', { name: 'Start processing' }).click()
  for (const { step, field } of [
    { step: 'Mark as shipped', field: 'Carrier' },
    { step: 'Cancel order', field: /^Reason/ },
  ]) {
    const button = page.getByRole('button', { name: step })
    // It rests while the step before it is under way.
    await expect(button).toBeEnabled()
    await button.press('Enter')
    await expect(page.getByLabel(field)).toBeFocused()
    await page.getByRole('button', { name: 'Back', exact: true }).press('Enter')
    await expect(button).toBeFocused()
    await button.press('Enter')
    await expect(page.getByLabel(field)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  }
})

test('several orders move at once, and each says what became of it', async ({ page }) => {
  const first = await buy(page, 6)
  await page.evaluate(() => localStorage.removeItem('authToken'))
  const second = await buy(page, 6)
  await enterBackOffice(page, '/admin/orders')
  await page.getByLabel(`Select order ${first}`).check()
  await page.getByLabel(`Select order ${second}`).check()
  await page.getByRole('button', { name: 'Change status' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Step').selectOption('Cancel order')
  await dialog.getByRole('button', { name: 'Move 2 orders' }).click()
  await expect(dialog.getByText('Now cancelled')).toHaveCount(2)
})

test('staff see what visitors searched for in vain, whatever they allowed', async ({ page, browser }) => {
  // No run of digits: a search that could be somebody's number is never recorded.
  const term = `quirezzq vexxq ${Date.now().toString(36).replaceAll(/\d/g, 'x')}`
  const search = async (visitor: Page, choice: 'Accept All' | 'Reject All', text: string) => {
    await open(visitor, '/')
    await visitor.getByRole('button', { name: choice }).click()
    const counted = visitor.waitForResponse((answer) => answer.url().endsWith('/api/search-misses'))
    await visitor
      .getByRole('combobox', { name: /search/i })
      .first()
      .fill(text)
    await visitor.keyboard.press('Enter')
    await expect(visitor.getByText('No products found matching your criteria.')).toBeVisible()
    await counted
  }
  const [willing, unwilling] = await Promise.all([browser.newContext(), browser.newContext()])
  await search(await willing.newPage(), 'Accept All', term)
  await search(await unwilling.newPage(), 'Reject All', term)

  await enterBackOffice(page)
  const panel = page.getByRole('region', { name: 'Searches without result' })
  await expect(panel.getByText('Counted by their words alone, without who searched.')).toBeVisible()
  const more = panel.getByRole('button', { name: /^Show all/ })
  await expect(panel.getByRole('row').first()).toBeVisible()
  if (await more.isVisible()) await more.click()
  await expect(panel.getByRole('row', { name: new RegExp(`^${term} 2 `) })).toBeVisible()
  await panel.getByRole('link', { name: term }).click()
  await expect(page).toHaveURL(/\/products\?search=quire/)
  await Promise.all([willing.close(), unwilling.close()])
})

test('the back office is for everybody', async ({ page }) => {
  test.setTimeout(patient(120_000))
  await enterBackOffice(page)
  for (const tab of ['Overview', 'Product Management', 'Order Management', 'Imports', 'Queues', 'Inbox', 'Audit log']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel', { name: tab }).getByRole('heading').first()).toBeVisible()
    expect.soft(await findings(page), tab).toEqual([])
  }
  await page.getByRole('tab', { name: 'Product Management' }).click()
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByLabel('Product Name')).toBeVisible()
  expect(await axeFindings(page), 'product dialog').toEqual([])
})
