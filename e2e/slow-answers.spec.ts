import type { Locator, Page } from '@playwright/test'
import { axeFindings, enterBackOffice, expect, expectToast, holdBack, open, placeOrder, signUp, test } from './shop.ts'

/**
 * Presses a control whose answer is held back, by keyboard: it says that it is under way, keeps the focus, and asks no
 * second time. Then the answer does not come.
 */
async function pressInVain(page: Page, control: Locator, url: RegExp, words: string): Promise<void> {
  let asked = 0
  await page.route(url, async (route) => {
    asked += 1
    await released
    await route.fulfill({ status: 502, contentType: 'text/html', body: '<html>Bad gateway</html>' })
  })
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const own = await control.elementHandle()
  await control.press('Enter')
  await expect.poll(() => own?.textContent()).toBe(words)
  await page.keyboard.press('Enter')
  expect(await own?.evaluate((each) => each === document.activeElement), 'keeps the focus').toBe(true)
  release()
  await expect.poll(() => own?.textContent()).not.toBe(words)
  expect(asked).toBe(1)
  expect(await own?.evaluate((each) => each === document.activeElement), 'can be pressed again').toBe(true)
  await page.unroute(url)
}

test('what a customer presses answers at once, and has an end when the shop does not answer', async ({ page }) => {
  const customer = await signUp(page)
  await placeOrder(page, customer.email, 1)
  await open(page, '/account?tab=orders')
  const again = page.getByRole('button', { name: 'Order Again' })
  await pressInVain(page, again, /\/api\/products\?ids/, 'Adding...')
  await expectToast(page, 'Error', 'Failed to add item to cart. Please try again.')

  await page.route('**/api/user/sessions', (route) => route.fulfill({ status: 503, body: '<html></html>' }))
  await open(page, '/account?tab=settings')
  const notice = page.getByRole('alert').filter({ hasText: 'The list could not be loaded just now.' })
  await expect(notice).toBeVisible()
  await page.unroute('**/api/user/sessions')
  await pressInVain(page, notice.getByRole('button'), /\/api\/user\/sessions/, 'Trying again...')
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('This browser')).toBeVisible()

  // The answer never comes: the customer is signed out here all the same.
  await page.route('**/api/logout', () => {})
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('main').getByRole('button', { name: 'Signing out...' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  // It leads to another page, which may be on its way.
  await expect(async () => expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()).toPass()
})

test('a dialog whose script comes slowly shows that it is opening', async ({ page }) => {
  await signUp(page)
  const { release } = await holdBack(page, /edit-profile-dialog/)
  await open(page, '/account?tab=profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.locator('[data-dialog-opening][role=status]')).toHaveText('Loading...')
  await expect(page.getByRole('progressbar')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  release()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await expect(dialog).toBeVisible()
  await expect(page.getByRole('progressbar')).toBeHidden()

  await dialog.getByLabel('Last Name').fill('Lovelace')
  await pressInVain(page, dialog.getByRole('button', { name: 'Save Changes' }), /\/api\/user\/profile/, 'Saving...')
  await expect(dialog.getByLabel('Last Name')).toHaveValue('Lovelace')
})

test('what staff print, download and end answers at once', async ({ page }) => {
  const customer = await signUp(page)
  const id = await placeOrder(page, customer.email, 1)
  await enterBackOffice(page, '/admin/orders')
  const csv = page.getByRole('link', { name: 'Download CSV' })
  await pressInVain(page, csv, /orders\.csv/, 'Preparing...')
  await expectToast(page, 'Not downloaded', 'The file could not be made. Please try again in a moment.')
  const download = page.waitForEvent('download')
  await csv.click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)

  await page.getByRole('checkbox', { name: new RegExp(`${id}`) }).check()
  await pressInVain(page, page.getByRole('button', { name: 'Print pick list' }), /orders\?ids/, 'Preparing...')
  await expectToast(
    page,
    'Not printed',
    'The orders could not be read, and may have changed. Please try again in a moment.',
  )
  await open(page, `/admin/orders/${id}`)
  await pressInVain(page, page.getByRole('button', { name: 'Print packing slip' }), /orders\?ids/, 'Preparing...')

  await page.route('**/api/admin/session', () => {})
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page.getByText('Logged Out', { exact: true })).toBeVisible()
})
