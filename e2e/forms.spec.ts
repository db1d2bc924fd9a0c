import type { Locator, Page } from '@playwright/test'
import {
  endSessionWith,
  enterBackOffice,
  expect,
  expectToast,
  goOffline,
  holdBack,
  open,
  placeOrder,
  rejectTracking,
  signInAgain,
  signUp,
  STAFF_PASSWORD,
  test,
  unlock,
} from './shop.ts'
import { patient } from '../src/testing/patience.ts'

async function openProfile(page: Page): Promise<void> {
  await open(page, '/account?tab=profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('First name')).toBeVisible()
}

test('signing in without a connection says so and keeps what was typed', async ({ page, context }) => {
  await open(page, '/login')
  await rejectTracking(page)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a quiet paper tray')
  await goOffline(page)
  await expect(page.getByRole('main').getByText(/You are offline. What you typed is kept/)).toBeVisible()
  await expect(page.getByText(/You are offline/).filter({ visible: true }), 'one notice').toHaveCount(1)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Something went wrong. Please try again.', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign In' }), 'Enter tries again').toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('a quiet paper tray')
  await context.setOffline(false)
})

test('an address that could not be sent is there again after a reload, and goes when it is discarded', async ({
  page,
}) => {
  await signUp(page)
  await open(page, '/account?tab=profile')
  await page.route('**/api/user/addresses', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  const dialog = page.getByRole('dialog', { name: 'Add Address' })
  await page.getByRole('button', { name: 'Add Address' }).click()
  await dialog.getByLabel('Address', { exact: true }).fill('12 Quire Lane')
  await dialog.getByLabel('City').fill('Tulsa')
  await dialog.getByLabel('State').selectOption('OK')
  await dialog.getByLabel('ZIP code').fill('74103')
  await dialog.getByRole('button', { name: 'Save Address' }).click()
  await expect(page.getByText('Address not saved', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('City')).toHaveValue('Tulsa')

  await page.reload()
  await page.getByRole('button', { name: 'Add Address' }).click()
  await expect(dialog.getByLabel('Address', { exact: true })).toHaveValue('12 Quire Lane')
  await expect(dialog.getByLabel('State')).toHaveValue('OK')

  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add Address' }).click()
  await expect(dialog.getByLabel('City')).toHaveValue('')
})

test('a session that ends while the profile is edited loses nothing that was typed', async ({ page }) => {
  const customer = await signUp(page)
  await openProfile(page)
  await page.getByLabel('First name').fill('Augusta')
  await endSessionWith(page, '**/api/user/profile')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(/^Your session has ended. Sign in again to go on; what you typed is kept/)).toBeVisible()
  await open(page, '/login')
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Login successful!', { exact: true })).toBeVisible()
  await openProfile(page)
  await expect(page.getByLabel('First name')).toHaveValue('Augusta')
})

test('a double press sends a form once', async ({ page }) => {
  let sent = 0
  await page.route('**/api/messages', async (route) => {
    sent += 1
    await route.fallback()
  })
  await open(page, '/contact')
  await rejectTracking(page)
  const form = page.getByRole('form', { name: 'Contact' })
  const fillIn = async () => {
    await form.getByLabel('Name').fill('Ada Marlow')
    await form.getByLabel('Email').fill('ada@example.com')
    await form.getByLabel('Subject').fill('Paper')
    await form.getByLabel('Message').fill('Which paper fits?')
  }
  await fillIn()
  await form.getByRole('button', { name: 'Send Message' }).dblclick()
  await expect(page.getByText('Your message has been sent.')).toBeVisible()
  expect(sent).toBe(1)

  // Whoever does not wait for a slow answer reads it elsewhere.
  await fillIn()
  const { release } = await holdBack(page, '**/api/messages')
  await form.getByRole('button', { name: 'Send Message' }).press('Enter')
  await expect(form.getByRole('button', { name: 'Sending...' })).toBeFocused()
  await page.getByRole('link', { name: 'All Products' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible()
  release()
  await expect(page.getByText(/^Your reference is MSG-\w+\.$/)).toBeVisible()
})

test('a day goes by the clock of the shop, which a page learns from the first answer', async ({ page }) => {
  const DAY_MS = 86_400_000
  /** Far enough from today in every time zone. */
  const day = (later: number) => new Date(Date.now() + later * DAY_MS).toISOString().slice(0, 10)
  await page.clock.install({ time: Date.now() + 300 * DAY_MS })
  await page.clock.resume()
  await open(page, '/installation')
  const form = page.getByRole('form', { name: 'Schedule a service' })
  await form.getByLabel('Name').fill('Ada Marlow')
  await form.getByLabel('Email').fill('ada@example.com')
  await form.getByLabel('Phone').fill('405 555 0142')
  await form.getByLabel('Service Address').fill('12 Quire Lane, Tulsa')
  await form.getByLabel('Service Type').selectOption('repair')
  await form.getByLabel('Equipment').fill('HP LaserJet')
  await form.getByLabel('Preferred Date').fill(day(-2))
  await form.getByRole('button', { name: 'Schedule Service' }).click()
  await expectToast(page, 'Request not sent', 'Choose a day that is still to come')
  await expect(form.getByLabel('Preferred Date')).toBeFocused()
  await expect(form.getByText('Choose a day that is still to come')).toBeVisible()
  await form.getByLabel('Preferred Date').fill(day(2))
  await form.getByRole('button', { name: 'Schedule Service' }).click()
  await expect(page.getByText('Your request has arrived')).toBeVisible()
})

/**
 * A checkout with everything typed; the answer to the first order that it sends is lost on the way. Gives the keys that
 * it sends.
 */
async function checkoutWithLostAnswer(page: Page): Promise<readonly (string | undefined)[]> {
  await signUp(page)
  await open(page, '/products/1')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await open(page, '/checkout')
  await page.getByLabel(/13 years/).check()
  const shipping = page.getByRole('group', { name: /Shipping Address/ })
  await shipping.getByLabel('Address', { exact: true }).fill('12 Quire Lane')
  await shipping.getByLabel('City').fill('Tulsa')
  await shipping.getByLabel('State').selectOption('OK')
  await shipping.getByLabel('ZIP code').fill('74103')
  await page.getByLabel(/same as shipping/i).check()

  const keys: (string | undefined)[] = []
  await page.route('**/api/orders', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    // The order arrives, its answer is lost.
    if (keys.length === 1) await route.fetch()
    return keys.length === 1 ? route.abort() : route.continue()
  })
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByText('Order failed', { exact: true })).toBeVisible()
  const unanswered = page.getByRole('alert').filter({ hasText: 'The shop did not answer.' })
  await expect(unanswered).toContainText('press Place Order again: it is not placed twice')
  await expect(unanswered).toBeInViewport()
  await expect(shipping.getByLabel('City')).toHaveValue('Tulsa')
  return keys
}

test('a connection that is lost while an order is placed keeps the checkout, and one order is placed after it', async ({
  page,
}) => {
  const keys = await checkoutWithLostAnswer(page)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('heading', { name: /Order Confirmed/ })).toBeVisible()
  await expect(page.getByText('Order failed', { exact: true })).toHaveCount(0)
  expect(new Set(keys).size).toBe(1)
})

test('a checkout that is changed after its order was placed and the answer lost names that order', async ({ page }) => {
  const keys = await checkoutWithLostAnswer(page)
  const city = page.getByRole('group', { name: /Shipping Address/ }).getByLabel('City')
  await city.fill('Norman')
  await page.getByRole('button', { name: 'Place Order' }).click()
  const notice = page.getByText(/^Your order #\d+ was placed already\.$/)
  await expect(notice).toBeVisible()
  const first = /#\d+/.exec((await notice.textContent()) ?? '')?.[0] ?? ''
  await expect(city).toHaveValue('Norman')
  await expect(page.getByRole('main').getByRole('link', { name: 'your orders' })).toBeVisible()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('heading', { name: /Order Confirmed/ })).toBeVisible()
  await expect(page.getByText(first, { exact: true })).toHaveCount(0)
  expect(new Set(keys).size).toBe(2)
})

test('a connection that is lost in the middle of a review and of a new password loses nothing', async ({
  page,
  context,
  request,
}) => {
  test.setTimeout(patient(60_000))
  const customer = await signUp(page)
  const number = await placeOrder(page, customer.email, 7)
  const staff = (await (await request.post('/api/admin/session', { data: { password: STAFF_PASSWORD } })).json()) as {
    token: string
  }
  const headers = { Authorization: `Bearer ${staff.token}` }
  for (const to of ['processing', 'shipped', 'delivered']) {
    const moved = await request.post(`/api/admin/orders/${number}/status`, { data: { to }, headers })
    expect(moved.status()).toBe(202)
    await expect
      .poll(async () => {
        const answer = await request.get(`/api/admin/orders/${number}`, { headers })
        return ((await answer.json()) as { status: string }).status
      })
      .toBe(to)
  }
  const dialog = page.getByRole('dialog')
  const offline = page.getByText(/You are offline. What you typed is kept/)

  await open(page, '/products/7')
  await page.getByRole('tab', { name: /Reviews/ }).click()
  await page.getByRole('button', { name: 'Write a review' }).click()
  await dialog.getByRole('radio', { name: /^4 stars/ }).check()
  await dialog.getByLabel('Your review').fill('Quiet enough for a library.')
  await goOffline(page)
  await expect(dialog.getByText(/You are offline. What you typed is kept/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Send Review' }).click()
  await expect(page.getByText('Review not saved', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Your review')).toHaveValue('Quiet enough for a library.')
  await context.setOffline(false)
  await expect(offline).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Send Review' }).click()
  await expect(page.getByText('Thank you for your review', { exact: true })).toBeVisible()

  await open(page, '/account?tab=profile')
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Change Password' }).click()
  await dialog.getByLabel('Current Password').fill(customer.password)
  await dialog.getByLabel('New Password', { exact: true }).fill('a louder paper tray')
  await dialog.getByLabel('Confirm New Password').fill('a louder paper tray')
  await goOffline(page)
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Password Change Failed', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Confirm New Password')).toHaveValue('a louder paper tray')
  await context.setOffline(false)
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Password Changed', { exact: true })).toBeVisible()
})

test('a form knows who is signed in, keeps what they type instead, and forgets them with the session', async ({
  page,
  context,
}) => {
  const customer = await signUp(page)
  const form = page.getByRole('form', { name: 'Contact' })
  await open(page, '/contact')
  await rejectTracking(page)
  await expect(form.getByLabel('Name')).toHaveValue('Ada Marlow')
  await expect(form.getByLabel('Email')).toHaveValue(customer.email)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(customer.email)
  await form.getByLabel('Email').fill('office@example.com')
  await form.getByLabel('Message').fill('Which paper fits?')
  await page.reload()
  await expect(form.getByLabel('Name')).toHaveValue('Ada Marlow')
  await expect(form.getByLabel('Email')).toHaveValue('office@example.com')
  await form.getByLabel('Subject').fill('Paper')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Your message has been sent.')).toBeVisible()
  await expect(form.getByLabel('Message')).toHaveValue('')
  await expect(form.getByLabel('Email'), 'as it opened').toHaveValue(customer.email)

  await page.getByRole('link', { name: 'All Products' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible()
  const request = page.getByRole('form', { name: 'Data privacy request' })
  await page.getByRole('link', { name: 'Data Privacy Request' }).click()
  await expect(request.getByLabel('First name')).toHaveValue('Ada')
  await expect(request.getByRole('textbox', { name: 'Email' })).toHaveValue(customer.email)
  const other = await context.newPage()
  await open(other, '/')
  // What was typed and filled in goes with the page, which is loaded anew.
  const isLoadedAnew = page.waitForEvent('load')
  await other.getByRole('button', { name: 'Logout' }).click()
  await isLoadedAnew
  await expect(request.getByRole('textbox', { name: 'Email' }), 'after signing out in another tab').toHaveValue('')
  await open(page, '/contact')
  await expect(form.getByLabel('Name')).toHaveValue('')
  await expect(form.getByLabel('Email')).toHaveValue('')
})

test('what was typed and not sent is gone for the next visitor once a customer has signed out', async ({
  page,
  context,
}) => {
  await signUp(page)
  const other = await context.newPage()
  const messages = [page, other].map((tab) => tab.getByRole('form', { name: 'Contact' }).getByLabel('Message'))
  for (const tab of [page, other]) {
    await open(tab, '/contact')
    const form = tab.getByRole('form', { name: 'Contact' })
    await form.getByLabel('Name').fill('Ada Marlow')
    await form.getByLabel('Message').fill('My number is 405 555 0142')
    await tab.reload()
    await expect(form.getByLabel('Message'), 'a reload loses nothing').toHaveValue('My number is 405 555 0142')
  }
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  for (const message of messages) await expect(message).toHaveValue('')
  for (const tab of [page, other]) {
    await open(tab, '/contact')
    await expect(tab.getByRole('form', { name: 'Contact' }).getByLabel('Name')).toHaveValue('')
    expect(await tab.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('405 555')
  }
})

test('a session that ends while an address is typed loses nothing', async ({ page }) => {
  const customer = await signUp(page)
  await open(page, '/account?tab=profile')
  await page.getByRole('button', { name: 'Add Address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Address' })
  await dialog.getByLabel('Address', { exact: true }).fill('12 Quire Lane')
  await dialog.getByLabel('City').fill('Tulsa')
  await dialog.getByLabel('State').selectOption('OK')
  await dialog.getByLabel('ZIP code').fill('74103')
  await endSessionWith(page, '**/api/user/addresses')
  await dialog.getByRole('button', { name: 'Save Address' }).click()
  await signInAgain(page, customer)
  await expect(dialog.getByLabel('City')).toHaveValue('Tulsa')
  await dialog.getByRole('button', { name: 'Save Address' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('12 Quire Lane')).toBeVisible()
})

test('a connection and a session that end while staff type a product lose nothing', async ({ page, context }) => {
  const name = `Quire Offline ${Date.now()}`
  await enterBackOffice(page)
  await page.getByRole('button', { name: 'Add Product' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Product Name').fill(name)
  await dialog.getByLabel('Price', { exact: true }).fill('12.00')
  await goOffline(page)
  await dialog.getByRole('button', { name: 'Create Product' }).click()
  const notice = page.locator('[aria-label^=Notifications] li').filter({ hasText: 'Failed to create product' })
  await expect(notice).toBeVisible()
  // It stays while the pointer is on it.
  await notice.hover()
  const edge = (element: Locator, side: 'top' | 'bottom') =>
    element.evaluate((seen, of) => seen.getBoundingClientRect()[of], side)
  const inFoot = async () => (await edge(notice, 'bottom')) - (await edge(dialog.locator('[data-dialog-foot]'), 'top'))
  await expect.poll(inFoot, { message: 'it stands above the buttons', timeout: patient(3000) }).toBeLessThanOrEqual(0)
  await expect(dialog.getByLabel('Product Name')).toHaveValue(name)
  await context.clearCookies()
  await context.setOffline(false)
  // What is read again when the connection is back may notice the end first, and the gate then lies over the button.
  const gate = page.getByText('Your session has ended. Enter the password again to go on.')
  await expect(async () => {
    if (await gate.isHidden()) await dialog.getByRole('button', { name: 'Create Product' }).click({ timeout: 1000 })
    await expect(gate).toBeVisible({ timeout: 2000 })
  }).toPass()
  await unlock(page)
  await expect(dialog.getByLabel('Product Name')).toHaveValue(name)
  await dialog.getByRole('button', { name: 'Create Product' }).click()
  await expect(page.getByText('Product created successfully', { exact: true })).toBeVisible()
})

test('what is wrong in a long dialog is shown with its label', async ({ page }) => {
  await signUp(page)
  await page.setViewportSize({ width: 390, height: 480 })
  await open(page, '/account?tab=profile')
  await page.getByRole('button', { name: 'Add Address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Address' })
  const field = dialog.getByLabel('Address', { exact: true })
  // Half of it is above the edge: the browser brings into view what is missing, and no more.
  await dialog.evaluate((seen) => {
    const half = seen.querySelector('[autocomplete$="address-line1"]')?.getBoundingClientRect()
    seen.scrollTop = (half?.top ?? 0) + (half?.height ?? 0) / 2 - seen.getBoundingClientRect().top
  })
  await dialog.getByRole('button', { name: 'Save' }).evaluate((button) => (button as HTMLButtonElement).click())
  await expect(field).toBeFocused()
  const label = dialog.locator('label').filter({ hasText: /^Address$/ })
  const below = () =>
    label.evaluate(
      (seen) => seen.getBoundingClientRect().top - (seen.closest('[role=dialog]')?.getBoundingClientRect().top ?? 0),
    )
  await expect.poll(below).toBeGreaterThan(0)
})
