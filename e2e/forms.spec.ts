import type { Page } from '@playwright/test'
import { expect, open, rejectTracking, signUp, test } from './shop.ts'

/** Ends the customer's session as a sign-out elsewhere does: the page still believes that it is signed in. */
async function endSession(page: Page): Promise<void> {
  await page.evaluate(() =>
    fetch('/api/logout', { method: 'POST', headers: { Authorization: `Bearer ${localStorage.getItem('authToken')}` } }),
  )
}

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
  await context.setOffline(true)
  await expect(page.getByRole('main').getByText(/You are offline. What you typed is kept/)).toBeVisible()
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Something went wrong. Please try again.', { exact: true })).toBeVisible()
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
  await endSession(page)
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
    await route.continue()
  })
  await open(page, '/contact')
  await rejectTracking(page)
  const form = page.getByRole('form', { name: 'Contact' })
  await form.getByLabel('Name').fill('Ada Marlow')
  await form.getByLabel('Email').fill('ada@example.com')
  await form.getByLabel('Subject').fill('Paper')
  await form.getByLabel('Message').fill('Which paper fits?')
  await form.getByRole('button', { name: 'Send Message' }).dblclick()
  await expect(page.getByText('Your message has been sent.')).toBeVisible()
  expect(sent).toBe(1)
})

test('a connection that is lost while an order is placed keeps the checkout, and one order is placed after it', async ({
  page,
}) => {
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
  await expect(shipping.getByLabel('City')).toHaveValue('Tulsa')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('heading', { name: /Order Confirmed/ })).toBeVisible()
  expect(new Set(keys).size).toBe(1)
})
