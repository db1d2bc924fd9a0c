import { patient } from '../src/testing/patience.ts'
import {
  ADDRESS,
  axeFindings,
  callApi,
  changeProfileAsSessionEnds,
  endSession,
  endSessionWith,
  expect,
  fillCheckout,
  expectToast,
  holdBack,
  loseAnswer,
  open,
  placeOrder,
  rejectTracking,
  signInAgain,
  signUp,
  STAFF_PASSWORD,
  test,
} from './shop.ts'
import { findings } from './walk.ts'
import type { Locator, Page } from '@playwright/test'

/** Orders the printer of which the shop has the most. */
async function orderPrinter(page: Page, email: string): Promise<number> {
  const products = await callApi<{ id: number; inStock: boolean; stockQuantity: number }[]>(
    page,
    'GET',
    '/api/products?limit=100',
  )
  const { id } = products
    .filter((product) => product.inStock)
    .toSorted((one, other) => other.stockQuantity - one.stockQuantity)[0] ?? { id: 0 }
  return placeOrder(page, email, id)
}

/** Staff ship an order, and it is delivered. */
async function receiveOrder(page: Page, id: number): Promise<void> {
  const session = await page.request.post('/api/admin/session', { data: { password: STAFF_PASSWORD } })
  const { token } = (await session.json()) as { token: string }
  for (const to of ['processing', 'shipped', 'delivered']) {
    const move = () =>
      page.request.post(`/api/admin/orders/${id}/status`, {
        data: { to, ...(to === 'shipped' && { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }) },
        headers: { Authorization: `Bearer ${token}` },
      })
    await expect.poll(async () => (await move()).status()).toBe(202)
    await expect
      .poll(() => callApi(page, 'GET', '/api/user/orders'))
      .toContainEqual(expect.objectContaining({ id, status: to }))
  }
}

test('a visitor who is not signed in reads so, and is taken to the sign-in page', async ({ page }) => {
  const signIn = await holdBack(page, /assets\/login-page-/)
  await open(page, '/account')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible()
  signIn.release()
  await expect(page).toHaveURL('/login')
})

test('a link of a mail opens its order also after signing in', async ({ page }) => {
  const customer = await signUp(page)
  const id = await orderPrinter(page, customer.email)
  await page.evaluate(() => localStorage.removeItem('authToken'))
  await open(page, `/account?order=${id}`)
  await expect(page).toHaveURL('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Order Details' })).toContainText(String(id))
})

test('a customer sees an order, opens it and cancels it', async ({ page }) => {
  const customer = await signUp(page)
  const id = await orderPrinter(page, customer.email)
  await open(page, '/account')
  await expect(page.getByText('Total Orders')).toBeVisible()
  await expect(page.getByRole('button', { name: `View order #${id}` })).toBeVisible()

  await page.getByRole('tab', { name: 'Orders' }).click()
  await expect(page).toHaveURL('/account?tab=orders')
  const card = page.getByRole('article', { name: `Order #${id}` })
  await expect(card.getByText('Pending')).toBeVisible()
  await card.getByRole('button', { name: 'View Details' }).click()
  const details = page.getByRole('dialog', { name: 'Order Details' })
  await expect(details.getByText('Cash on Delivery')).toBeVisible()
  await expect(details.getByText('12 Quire Lane, Tulsa, OK 74103, US')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')

  await card.getByRole('button', { name: 'Track Order' }).click()
  const tracking = page.getByRole('dialog', { name: 'Track Order' })
  await expect(tracking.getByText('Expected delivery 3-5 business days')).toBeVisible()
  await expect(tracking.getByRole('listitem')).toHaveCount(4)
  await page.keyboard.press('Escape')

  // The time that is left goes by the shop's clock: this device's is three hours fast.
  await page.clock.setSystemTime(Date.now() + 3 * 3_600_000)
  await open(page, '/account?tab=orders')
  await expect(card.getByRole('timer')).toHaveText(/^(5\d|60):\d\d$|^1:00:00$/)
  await card.getByRole('button', { name: 'Cancel Order' }).click()
  await page.getByRole('button', { name: 'Yes, Cancel Order' }).click()
  await expect(page.getByText('Order cancelled', { exact: true })).toBeVisible()
  await expect(card.getByText('Cancelled')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Cancel Order' })).toBeHidden()
})

test('a cancellation and a withdrawal whose answers are lost are not said to have failed', async ({
  page,
  context,
}) => {
  const customer = await signUp(page)
  const cancelled = await orderPrinter(page, customer.email)
  const received = await orderPrinter(page, customer.email)
  await open(page, '/account?tab=orders')
  const card = page.getByRole('article', { name: `Order #${cancelled}` })
  await page.route('**/api/user/orders/*/cancel', (route) => route.abort(), { times: 1 })
  await card.getByRole('button', { name: 'Cancel Order' }).click()
  await page.getByRole('button', { name: 'Yes, Cancel Order' }).click()
  await expectToast(page, 'Order not cancelled', 'Something went wrong. Check the connection and try again.')
  await card.getByRole('button', { name: 'Cancel Order' }).click()
  await loseAnswer(page, '**/api/user/orders/*/cancel')
  await page.getByRole('button', { name: 'Yes, Cancel Order' }).click()
  await expectToast(page, 'Order cancelled', `Order #${cancelled} has been cancelled. Nothing will be sent.`)

  await receiveOrder(page, received)
  const giveUp = async (find: () => Promise<void>, url: string) => {
    const items = [{ line: 1, quantity: 1, reason: 'changed-mind' }]
    await callApi(page, 'POST', `/api/user/orders/${received}/returns`, { items })
    await find()
    await page.getByRole('button', { name: 'Withdraw Return' }).click()
    await loseAnswer(page, url)
    await page.getByRole('button', { name: 'Yes, Withdraw Return' }).click()
    await expect(page.getByText(/^RMA-\d+ is withdrawn\. We have sent you an email\.$/)).toBeVisible()
    await expect(page.getByText('Return not withdrawn')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Withdraw Return' })).toHaveCount(0)
  }
  await giveUp(() => open(page, `/return?order=${received}`), '**/returns/*/withdraw')
  await giveUp(async () => {
    await context.clearCookies()
    await page.evaluate(() => localStorage.clear())
    await open(page, '/return')
    await page.getByLabel(/^Order number/i).fill(String(received))
    await page.getByLabel(/email/i).first().fill(customer.email)
    await page.route('**/api/orders/track', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Find Order' }).click()
    await expectToast(page, 'Error', 'We cannot look up orders right now. Check the connection and try again.')
    await expect(page.getByRole('textbox', { name: /email/i }).first()).not.toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('button', { name: 'Find Order' }).click()
    await expect(page.getByRole('heading', { name: `Order #${received}` })).toBeFocused()
  }, '**/api/orders/returns/withdraw')
})

test('a return that is being written outlives a reload and the session', async ({ page }) => {
  const customer = await signUp(page)
  const id = await orderPrinter(page, customer.email)
  await receiveOrder(page, id)
  await open(page, `/return?order=${id}`)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([`Order #${id}`, 'Your orders'])
  await page.getByRole('button', { name: 'Return Items', pressed: true }).press('Enter')
  await expect(page.getByRole('heading', { name: `Order #${id}` })).toBeFocused()
  await page.getByRole('group', { name: 'What do you want to return?' }).getByRole('checkbox').first().check()
  await page.getByLabel('Reason').selectOption('defective')
  const note = page.getByLabel('What should we know?')
  await note.fill('It stopped on page 3.')
  await page.reload()
  await expect(note).toHaveValue('It stopped on page 3.')
  await expect(page.getByLabel('Reason')).toHaveValue('defective')
  await endSessionWith(page, '**/api/user/orders/*/returns')
  await page.getByRole('button', { name: 'Request Return' }).click()
  await signInAgain(page, customer)
  await expect(note).toHaveValue('It stopped on page 3.')
  await page.getByRole('button', { name: 'Request Return' }).press('Enter')
  await expect(page.getByRole('heading', { name: /^Return RMA-\d+$/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: `Order #${id}` }), 'the form is gone').toBeFocused()
})

/** Types a review of the printer that the customer has received, in the dialog that it returns. */
async function typeReview(page: Page, customer: { readonly email: string }, comment: string): Promise<Locator> {
  await receiveOrder(page, await orderPrinter(page, customer.email))
  await open(page, '/account?tab=orders')
  await page.getByRole('button', { name: 'Write a review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write a Review' })
  await dialog.getByRole('textbox', { name: 'Your review' }).fill(comment)
  await dialog.getByRole('radio', { name: /5/ }).check({ force: true })
  return dialog
}

test('a review whose answer is lost is not said to have failed, and one that was lost is not said to be there', async ({
  page,
  browser,
  baseURL,
}) => {
  const words = `Prints quietly, even late at night. ${Date.now()}`
  const dialog = await typeReview(page, await signUp(page), words)
  await loseAnswer(page, '**/api/products/*/reviews')
  await dialog.getByRole('button', { name: 'Send Review' }).click()
  await expect(page.getByText('Thank you for your review', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Write a review' })).toHaveCount(0)

  // Somebody else's review has the same words.
  const another = await browser.newPage({ ...(baseURL !== undefined && { baseURL }) })
  const same = await typeReview(another, await signUp(another), words)
  await another.route('**/api/products/*/reviews', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await same.getByRole('button', { name: 'Send Review' }).click()
  await expect(another.getByText('Review not saved', { exact: true })).toBeVisible()
  await expect(same.getByRole('textbox', { name: 'Your review' })).toHaveValue(words)
  await another.close()
})

test('an open account hears of a new order and of a move without a reload', async ({ page, context, request }) => {
  const customer = await signUp(page)
  const id = await orderPrinter(page, customer.email)
  await open(page, '/account?tab=orders')
  const card = page.getByRole('article', { name: `Order #${id}` })
  await expect(card.getByText('Pending')).toBeVisible()

  const { token } = (await (
    await request.post('/api/admin/session', { data: { password: STAFF_PASSWORD } })
  ).json()) as { token: string }
  const moved = await request.post(`/api/admin/orders/${id}/status`, {
    data: { to: 'processing' },
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(moved.status()).toBe(202)
  await expect(card.getByText('Processing')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: `Order #${id} is now processing.` })).toBeAttached()

  const otherTab = await context.newPage()
  await open(otherTab, '/')
  const another = await orderPrinter(otherTab, customer.email)
  await expect(page.getByRole('article', { name: `Order #${another}` }).getByText('Pending')).toBeVisible()
})

test('the focus stays on the button that sends another confirmation link', async ({ page }) => {
  await signUp(page)
  await open(page, '/account?tab=profile')
  const button = page.getByRole('button', { name: 'Send confirmation link' })
  await page.route('**/api/user/verify-email', (route) => route.abort(), { times: 1 })
  await button.press('Enter')
  await expectToast(page, 'Sending Failed', 'Failed to send the confirmation. Check the connection and try again.')
  await button.press('Enter')
  await expect(page.getByText('Confirmation Sent', { exact: true })).toBeVisible()
  await expect(button).toBeFocused()
})

test('profile, address and password change, and the new password counts', async ({ page }) => {
  const customer = await signUp(page)
  await open(page, '/account?tab=profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('First name').fill('A')
  await page.getByLabel('Phone').fill('555')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('First name must be at least 2 characters')).toBeVisible()
  await expect(page.getByText('Phone number is required and must be at least 10 digits')).toBeVisible()
  await page.getByLabel('First name').fill('Augusta')
  await page.getByLabel('Phone').fill('(405) 555-0199')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile Updated', { exact: true })).toBeVisible()
  await expect(page.getByText('Augusta Marlow')).toBeVisible()

  await page.getByRole('button', { name: 'Add Address' }).click()
  await page.getByLabel('Address', { exact: true }).fill(ADDRESS.address)
  await page.getByLabel('City').fill(ADDRESS.city)
  await page.getByLabel('State').selectOption(ADDRESS.state)
  await page.getByLabel('ZIP code').fill(ADDRESS.zipCode)
  await page.getByRole('button', { name: 'Save Address' }).click()
  await expect(page.getByText('Address saved', { exact: true })).toBeVisible()
  await expect(page.getByText('12 Quire Lane')).toBeVisible()
  await expect(page.getByText('Default', { exact: true })).toBeVisible()

  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByLabel('Current Password').fill('not this one')
  await page.getByLabel('New Password', { exact: true }).fill('another quiet tray')
  await page.getByLabel('Confirm New Password').fill('another quiet tray')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Password Change Failed', { exact: true })).toBeVisible()
  await page.getByLabel('Current Password').fill(customer.password)
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Password Changed', { exact: true })).toBeVisible()

  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill('another quiet tray')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page, 'where the customer was').toHaveURL('/account?tab=settings')
})

test('the addresses of the book are changed by keyboard, and a second press sends nothing', async ({ page }) => {
  await signUp(page)
  await callApi(page, 'POST', '/api/user/addresses', ADDRESS)
  const other = { ...ADDRESS, address: '9 Folio Road', isDefault: false }
  const { id } = await callApi<{ id: string }>(page, 'POST', '/api/user/addresses', other)
  await open(page, '/account?tab=profile')
  const card = page.getByRole('listitem').filter({ hasText: '9 Folio Road' })
  const message = 'Too many tries. Try again in 42 seconds.'
  const limit = { status: 429, json: { code: 'TOO_MANY_REQUESTS', message, requestId: 'r' } }
  await page.route('**/api/user/addresses/*', (route) => route.fulfill(limit), { times: 1 })
  await card.getByRole('button', { name: 'Make Default' }).press('Enter')
  await expectToast(page, 'Address not changed', message)
  await expect(card.getByRole('button', { name: 'Make Default' })).toBeFocused()
  // Meanwhile it is corrected in another tab.
  await callApi(page, 'PUT', `/api/user/addresses/${id}`, { ...other, city: 'Lawton' })
  await page.keyboard.press('Enter')
  await expectToast(page, 'Default address changed', 'Default address changed')
  await expect(card.getByText('Default', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Edit' })).toBeFocused()
  await expect(card).toContainText('Lawton')

  const deletions: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deletions.push(request.url())
  })
  const { release } = await holdBack(page, '**/api/user/addresses/*')
  await card.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this address?' })
  await dialog.getByRole('button', { name: 'Delete Address' }).press('Enter')
  await dialog.getByRole('button', { name: 'Deleting...' }).press('Enter')
  release()
  await expect(dialog).toBeHidden()
  await expect(card).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Addresses' })).toBeFocused()
  expect(deletions).toHaveLength(1)
})

test('the checkout begins with the default address', async ({ page }) => {
  await signUp(page)
  await callApi(page, 'POST', '/api/user/addresses', ADDRESS)
  await open(page, '/products/1')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await open(page, '/checkout')
  const shipping = page.getByRole('group', { name: /Shipping Address/ })
  await expect(shipping.getByLabel('Address', { exact: true })).toHaveValue('12 Quire Lane')
  await expect(shipping.getByLabel('Use a saved address')).toBeVisible()
})

test('cart and wishlist follow a customer to another browser', async ({ page, browser }) => {
  const customer = await signUp(page)
  await open(page, '/products/1')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect
    .poll(() => callApi(page, 'GET', '/api/user/cart'))
    .toMatchObject({ items: [{ productId: 1, quantity: 1 }] })

  const elsewhere = await browser.newPage()
  await elsewhere.goto('/login')
  await elsewhere.locator('html[data-ready]').waitFor({ state: 'attached' })
  await elsewhere.getByLabel('Email').fill(customer.email)
  await elsewhere.getByLabel('Password', { exact: true }).fill(customer.password)
  await elsewhere.getByRole('button', { name: 'Sign In' }).click()
  await expect
    .poll(() => elsewhere.evaluate(() => localStorage.getItem('mr-printer-cart') ?? ''))
    .toContain('"productId":1')
  await elsewhere.close()
})

test('what two open browsers put into the cart, each without having seen the other, is in it in both', async ({
  page,
  browser,
}) => {
  await signUp(page)
  await open(page, '/products/1')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  const saved = async () => {
    const { items } = (await callApi(page, 'GET', '/api/user/cart')) as { items: { productId: number }[] }
    return items.map(({ productId }) => productId).toSorted()
  }
  await expect.poll(saved).toEqual([1])

  const elsewhere = await browser.newPage()
  await elsewhere.goto('/contact')
  const token = await page.evaluate(() => localStorage.getItem('authToken') ?? '')
  await elsewhere.evaluate((own) => localStorage.setItem('authToken', own), token)
  await open(elsewhere, '/products/2')
  await elsewhere.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect.poll(saved).toEqual([1, 2])

  await open(page, '/products/1')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('mr-printer-cart') ?? '')).toContain('"productId":2')
  await open(elsewhere, '/products/3')
  await elsewhere.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect.poll(saved).toEqual([1, 2, 3])
  const refused = page.waitForResponse((answer) => answer.status() === 409)
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await refused
  await expect.poll(() => page.evaluate(() => localStorage.getItem('mr-printer-cart') ?? '')).toContain('"productId":3')
  await expect
    .poll(() => callApi(page, 'GET', '/api/user/cart'))
    .toMatchObject({
      items: expect.arrayContaining([
        { productId: 1, quantity: 2 },
        { productId: 2, quantity: 1 },
        { productId: 3, quantity: 1 },
      ]) as unknown,
    })
  await elsewhere.close()
})

test('a guest finds an order by its number and email address, and nothing by a wrong one', async ({
  page,
  browser,
}) => {
  const customer = await signUp(page)
  const id = await orderPrinter(page, customer.email)

  const guest = await browser.newPage()
  await open(guest, '/track')
  const press = guest.getByRole('button', { name: 'Track Order' })
  const email = guest.getByLabel('Email of the order')
  const example = guest.getByText('This is an example, not a real order.')
  await guest.getByLabel('Order number or tracking number').fill(`ORD-${id}`)
  await press.click()
  await expect(guest.getByText('To show an order we need the email address it was placed with.')).toBeVisible()
  await expect(email, 'what is missing').toBeFocused()
  await expect(guest.getByText('Enter the email address that the order was placed with.')).toBeVisible()
  await expect(guest.getByText('No order matched')).toBeHidden()
  await expect(example).toBeHidden()
  await guest.getByText('What you will see').click()
  await expect(example).toBeVisible()
  await expect(guest.getByRole('heading', { name: `Order ORD-${id}` })).toBeVisible()
  await expect(guest.getByText('In Progress')).toBeVisible()

  await email.fill('somebody.else@example.com')
  await press.click()
  await expect(guest.getByText('No order matches this number and this email address.')).toBeVisible()
  await expect(email).toBeFocused()
  await email.fill(customer.email)
  await press.click()
  await expect(guest.getByRole('heading', { name: `Order #${id}` })).toBeFocused()
  await expect(example).toBeHidden()
  await expect(guest.getByText(/^UPS/)).toBeVisible()
  await expect(guest.getByText('12 Quire Lane')).toHaveCount(0)
  await guest.close()
})

test('an outage of tracking says that it is one, and the next try asks again', async ({ page }) => {
  const tooMany = 'Too many requests. Try again in 4 minutes.'
  const refusals = [
    { status: 503, json: { code: 'UNAVAILABLE', message: 'Down', requestId: 'r' } },
    { status: 429, json: { code: 'TOO_MANY_REQUESTS', message: tooMany, requestId: 'r' } },
  ]
  await page.route('**/api/orders/track', (route) => {
    const refusal = refusals.shift()
    return refusal === undefined ? route.continue() : route.fulfill(refusal)
  })
  await open(page, '/track')
  await page.getByLabel('Order number or tracking number').fill('100001')
  await page.getByLabel('Email of the order').fill('ada@example.com')
  await page.getByRole('button', { name: 'Track Order' }).click()
  await expect(page.getByRole('alert')).toContainText('We cannot look up orders right now.')
  await expect(page.getByText('In Progress')).toBeHidden()
  const again = page.getByRole('button', { name: 'Try again' })
  await again.press('Enter')
  await expect(page.getByRole('alert'), 'nobody has looked either').toContainText(tooMany)
  await expect(again).toBeFocused()
  await expect(page.getByRole('main').getByText(tooMany), 'and not at the address, too').toHaveCount(1)
  await expect(page.getByText('No order matched')).toBeHidden()
  await again.press('Enter')
  await expect(page.getByText('No order matched “100001” with ada@example.com.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }), 'the button is gone').toBeFocused()
})

test('a customer tracks an own order from the recent ones', async ({ page }) => {
  const customer = await signUp(page)
  const id = await orderPrinter(page, customer.email)
  await open(page, '/track')
  await page.getByRole('button', { name: `Track order #${id}` }).click()
  await expect(page.getByRole('heading', { name: `Order #${id}` })).toBeFocused()
  await expect(page.getByText('3-5 business days').first()).toBeVisible()
  await open(page, `/track?order=${id}`)
  await expect(page.getByLabel('Order number or tracking number')).toHaveValue(String(id))
  await expect(page.getByRole('heading', { name: `Order #${id}` })).toBeVisible()
})

test('an answer that comes late does not take the place of the order that was asked for last', async ({ page }) => {
  const customer = await signUp(page)
  const id = await orderPrinter(page, customer.email)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/orders/track', async (route) => {
    await released
    await route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'No such order', requestId: 'r' } })
  })
  await open(page, '/track')
  await page.getByLabel('Order number or tracking number').fill('100001')
  await page.getByLabel('Email of the order').fill('grace@example.com')
  const ask = page.getByRole('button', { name: 'Track Order', exact: true })
  await ask.click()
  await expect(page.getByText('Looking for your order...')).toBeVisible()
  await page.getByRole('button', { name: `Track order #${id}` }).click()
  const shown = page.getByRole('heading', { name: `Order #${id}` })
  await expect(shown).toBeVisible()
  release()
  await expect(ask).toBeEnabled()
  await expect(shown).toBeVisible()
  await expect(page.getByText('No order matches')).toBeHidden()
})

test('account and tracking are for everybody', async ({ page }) => {
  test.setTimeout(patient(90_000))
  await open(page, '/track')
  await rejectTracking(page)
  await page.getByLabel('Order number or tracking number').fill('100001')
  await page.getByRole('button', { name: 'Track Order' }).click()
  await page.getByText('What you will see').click()
  await expect(page.getByText('This is an example, not a real order.')).toBeVisible()
  expect(await findings(page), 'a tracked order').toEqual([])
  const customer = await signUp(page)
  await orderPrinter(page, customer.email)
  for (const tab of ['overview', 'orders', 'profile', 'settings']) {
    await open(page, `/account?tab=${tab}`)
    await expect(page.getByRole('tabpanel')).toBeVisible()
    await expect(page.getByText('Loading orders...')).toBeHidden()
    expect.soft(await findings(page), tab).toEqual([])
  }
})

test.describe('a session that ends elsewhere', () => {
  async function stopClock(page: Page): Promise<void> {
    const now = Date.now()
    await page.clock.install({ time: now })
    await page.clock.pauseAt(now + 60_000)
  }

  test('in the middle of a profile edit loses nothing that was typed', async ({ page }) => {
    const customer = await signUp(page)
    const dialog = await changeProfileAsSessionEnds(page)
    await signInAgain(page, customer)
    await expect(page).toHaveURL('/account?tab=profile')
    await expect(dialog.getByRole('textbox', { name: 'Last Name' })).toHaveValue('Lovelace')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('main').getByText('Lovelace').first()).toBeVisible()
  })

  test('before the addresses are read leaves no skeleton behind', async ({ page }) => {
    const customer = await signUp(page)
    await open(page, '/account')
    // Ended before, it may be noticed by another call of the page, and the dialog then lies over the tab.
    await page.route(
      '**/api/user/addresses',
      async (route) => {
        await endSession(page)
        await route.fallback()
      },
      { times: 1 },
    )
    await page.getByRole('tab', { name: 'Profile' }).click()
    await signInAgain(page, customer)
    await expect(page.getByText('No addresses yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Add Address' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Address' })
    await dialog.getByRole('textbox', { name: 'City' }).fill('Tulsa')
    await endSession(page)
    // The window gets the focus: the shop finds out by itself.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await signInAgain(page, customer)
    await expect(dialog.getByRole('textbox', { name: 'City' })).toHaveValue('Tulsa')
  })

  test('before an order is cancelled says so, and the order can be cancelled after signing in', async ({ page }) => {
    const customer = await signUp(page)
    const id = await orderPrinter(page, customer.email)
    await open(page, '/account?tab=orders')
    await page.getByRole('button', { name: 'Cancel Order' }).click()
    await endSessionWith(page, '**/api/user/orders/*/cancel')
    await page.getByRole('button', { name: 'Yes, Cancel Order' }).click()
    await signInAgain(page, customer)
    await page.getByRole('button', { name: 'Cancel Order' }).click()
    await page.getByRole('button', { name: 'Yes, Cancel Order' }).click()
    await expect(page.getByText(`Order #${id} has been cancelled.`).first()).toBeVisible()
  })

  test('in the middle of a review loses nothing that was typed', async ({ page }) => {
    const customer = await signUp(page)
    const dialog = await typeReview(page, customer, 'Prints quietly, even late at night.')
    await endSessionWith(page, '**/api/products/*/reviews')
    await dialog.getByRole('button', { name: 'Send Review' }).click()
    await signInAgain(page, customer)
    await expect(dialog.getByRole('textbox', { name: 'Your review' })).toHaveValue(/quietly/)
    await dialog.getByRole('button', { name: 'Send Review' }).click()
    await expect(dialog).toBeHidden()
  })

  test('at the checkout keeps the form in view, and what was typed', async ({ page }) => {
    const customer = await signUp(page)
    await open(page, '/products/1')
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await open(page, '/checkout')
    const city = page.getByRole('group', { name: /Shipping Address/ }).getByLabel('City')
    await city.fill('Tulsa')
    await endSession(page)
    // The window gets the focus: the shop finds out by itself.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await signInAgain(page, customer)
    await expect(page).toHaveURL('/checkout')
    await expect(city).toHaveValue('Tulsa')
  })

  test('when an order is placed leads to the sign-in page and back to what was typed', async ({ page }) => {
    const customer = await signUp(page)
    await open(page, '/products/1')
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await open(page, '/checkout')
    await fillCheckout(page)
    await endSessionWith(page, '**/api/orders')
    await stopClock(page)
    await page.getByRole('button', { name: 'Place Order' }).click()
    const words = 'You need to be signed in to place an order. Redirecting...'
    await expect(page.getByText(words, { exact: true })).toBeVisible()
    await expect(page.getByRole('group', { name: /Shipping Address/ }).getByLabel('City')).toHaveValue('Tulsa')
    await page.clock.resume()
    await expect(page).toHaveURL('/login')
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    // A document of its own, which does not begin where the checkout was left.
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeInViewport()
    await page.getByLabel('Email').fill(customer.email)
    await page.getByLabel('Password', { exact: true }).fill(customer.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/checkout')
    await expect(page.getByRole('group', { name: /Shipping Address/ }).getByLabel('City')).toHaveValue('Tulsa')

    // Browsers that keep a page for Back show it as it was left: here the sign-in page does not take its place.
    await endSessionWith(page, '**/api/orders')
    await page.route('**/api/login', (route) => route.fulfill({ status: 204 }))
    const left = page.waitForRequest('**/api/login')
    await page.getByLabel('13 years of age').check()
    await page.getByRole('button', { name: 'Place Order' }).click()
    await left
    await page.evaluate(() => window.dispatchEvent(new Event('pageshow')))
    await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible()
  })

  test('when an order is placed does not lead away a visitor who has left the checkout', async ({ page }) => {
    await signUp(page)
    await open(page, '/products/1')
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await open(page, '/checkout')
    await fillCheckout(page)
    await endSessionWith(page, '**/api/orders')
    const refused = page.waitForResponse((answer) => answer.url().endsWith('/api/orders') && answer.status() === 401)
    await stopClock(page)
    await page.getByRole('button', { name: 'Place Order' }).click()
    await refused
    await page.getByRole('link', { name: 'Back to Cart' }).click()
    await expect(page.getByRole('heading', { name: 'Shopping Cart' })).toBeVisible()
    await page.clock.runFor(5000)
    await expect(page).toHaveURL('/cart')
  })

  test('on a page of the shop makes the visitor anonymous, and asks for nothing', async ({ page }) => {
    await signUp(page)
    await open(page, '/')
    await endSession(page)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeHidden()
  })
})
